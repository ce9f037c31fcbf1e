/** One way of doing some work. Called again and again; what it returns is added up, so that nothing is optimised away. */
export type Work = (() => number) | (() => Promise<number>)

/** Two ways of doing the same work: how many times as long does ours take? */
export interface Comparison {
  readonly name: string
  /** What one call of each does, as "run" or "1,000 runs". */
  readonly per: string
  readonly baseline: { readonly name: string; readonly work: Work }
  readonly ours: { readonly name: string; readonly work: Work }
  /** The ratio to reach; absent where the figure is for information. */
  readonly reach?: number
}

/** Work that has to be done within a time. */
export interface Timing {
  readonly name: string
  readonly per: string
  readonly work: Work
  /** The milliseconds to reach; absent where the figure is for information. */
  readonly reachMs?: number
}

/** Something that is counted, or that no sample can repeat: a size, a peak of memory, what a browser does. */
export interface Fact {
  readonly name: string
  readonly unit: 'MB' | 'ms'
  /** Undefined where it cannot be measured here. */
  readonly measure: () => Promise<number | undefined>
  /** The most that is asked for; absent where the figure is for information. */
  readonly reach?: number
}

/** One file of bench/: what it measures, made when it is its turn, and cleaned up after it. */
export interface Bench {
  readonly name: string
  /** What is compared with what, in a sentence. */
  readonly about: string
  open(): {
    readonly comparisons?: readonly Comparison[]
    readonly timings?: readonly Timing[]
    readonly facts?: readonly Fact[]
    close?(): void
  }
}

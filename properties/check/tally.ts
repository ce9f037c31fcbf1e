/** Counts what happened in the tries of one check, until it has found a failure: shrinking counts nothing. */
export class Tally {
  readonly seen = new Map<string, number>()
  /** Why some behaviours can never happen, as far as it shows: a sentence per slot. */
  readonly reasons = new Map<string, string>()
  tries = 0
  discards = 0
  effective = 0
  /** Tries of which a run had to be stopped because it would not end. */
  endless = 0
  closed = false

  /** One behaviour happened; several of the same in one try count once each. */
  saw(behaviour: string): void {
    if (!this.closed) this.seen.set(behaviour, (this.seen.get(behaviour) ?? 0) + 1)
  }

  /** The try looked at something that could have been otherwise. */
  counted(times = 1): void {
    if (!this.closed) this.effective += times
  }

  /** Something generated was of no use. */
  discarded(): void {
    if (!this.closed) this.discards++
  }
}

/** All that a command may touch of the process it runs in. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: { readonly [name: string]: string | undefined }
  /** Milliseconds since the epoch. */
  now(): number
}

/** Where a command writes: a terminal, a pipe or a file. */
export type Output = NodeJS.WritableStream & {
  readonly isTTY?: boolean
  /** Width of a terminal in characters; absent elsewhere. */
  readonly columns?: number
}

/** What a command's end means. Source: docs/exit-codes.md. */
export type ExitCode = 0 | 1 | 2 | 3

/** Nothing could be done as asked: a misuse, or a run that cannot be inspected. */
export const MISUSE: ExitCode = 2

/**
 * Writes and waits until it is out of our hands, so that a slow reader slows the command down instead of filling memory.
 * A reader that has gone away is no fault of the command: it then writes to nobody.
 */
export const write = (output: Output, text: string): Promise<void> =>
  new Promise((resolve) => {
    output.write(text, () => resolve())
  })

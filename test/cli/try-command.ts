import { Writable } from 'node:stream'
import type { ExitCode, Io } from '../../src/cli/io.ts'
import { tribunal } from '../../src/cli/tribunal.ts'

/** What a command left behind. */
export interface Tried {
  readonly code: ExitCode
  readonly stdout: string
  readonly stderr: string
}

/** A terminal or pipe to try a command on. */
export interface Setting {
  readonly env?: Io['env']
  /** Width of a terminal; without it both outputs are pipes. */
  readonly columns?: number
  /** Milliseconds that pass from one look at the clock to the next. */
  readonly tickMs?: number
}

/** Runs `tribunal` in this process: the same function that the bin calls, with outputs that are kept. */
export async function tryCommand(
  args: readonly string[],
  { env = {}, columns, tickMs = 0 }: Setting = {},
): Promise<Tried> {
  const [stdout, stderr] = [keeping(columns), keeping(columns)]
  let now = Date.parse('2026-05-12T08:00:00Z')
  const io: Io = {
    stdout: stdout.stream,
    stderr: stderr.stream,
    env,
    now: () => {
      now += tickMs
      return now
    },
  }
  const code = await tribunal(args, io)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

// Helpers

function keeping(columns: number | undefined) {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return {
    stream: Object.assign(stream, columns === undefined ? {} : { isTTY: true, columns }),
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}

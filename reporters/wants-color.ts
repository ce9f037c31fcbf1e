/**
 * Whether a stream is to get colours: NO_COLOR forbids them, FORCE_COLOR asks for them or forbids them, else a terminal has them.
 *
 * @param env - of the process
 * @param isTerminal - whether somebody sees the stream at once
 */
export function wantsColor(env: Readonly<NodeJS.ProcessEnv>, isTerminal = false): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return !['0', 'false'].includes(env.FORCE_COLOR)
  return isTerminal && env.TERM !== 'dumb'
}

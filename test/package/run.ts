import { execFileSync } from 'node:child_process'

/** Runs a command, its output shown; says which one failed. */
export function run(cwd: string, command: readonly string[]): void {
  console.log(`$ ${command.join(' ')}`)
  const [file = '', ...args] = command
  try {
    execFileSync(file, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    throw new Error(`In the consumer's folder this failed: ${command.join(' ')}`)
  }
}

#!/usr/bin/env node
import { MISUSE } from './io.ts'
import { tribunal } from './tribunal.ts'

let unwritten = false
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that goes away, as `head` does, has seen enough. Anything else lost output that somebody wanted.
    if (error.code === 'EPIPE') return
    unwritten = true
    process.exitCode = MISUSE
    if (stream === process.stdout) process.stderr.write(`error: the output could not be written: ${error.message}\n`)
  })

const code = await tribunal(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  now: Date.now,
})
// Never process.exit: it would cut what a pipe has not taken yet.
if (!unwritten) process.exitCode = code

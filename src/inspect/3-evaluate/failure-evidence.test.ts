import { expect, test } from 'vitest'
import { change, edit, type Files, put } from '../../../test/inspect/altered-run.ts'
import { materialOf } from '../../../test/inspect/material-of.ts'
import { sampleFiles } from '../../../test/inspect/sample-files.ts'
import { failureEvidence } from './failure-evidence.ts'
import { serviceStates } from './service-states.ts'

/** What shows that a service failed, in a sample run that was changed. */
function shown(run: string, service: string, alter: (files: Files) => void): readonly string[] {
  const files = sampleFiles(run)
  alter(files)
  const gone = Object.fromEntries(Object.keys(sampleFiles(run)).map((path) => [path, null]))
  const material = materialOf(run, { ...gone, ...files })
  const state = serviceStates(material).find(({ service: { name } }) => name === service)!
  return failureEvidence(state, material).map(({ path, line, excerpt }) => `${path}:${line ?? '-'} ${excerpt}`)
}
const failed = (files: Files) => edit(files, 'receipts/board.jsonl', '"status":"rendered"', '"status":"failed"')

test('a failure is shown by the mark in the log and by the receipt', () => {
  const both = shown('mounted', 'board', (files) => {
    failed(files)
    edit(files, 'vm.log.md', '✓ rendered', '✗ ink-out')
  })
  expect(both).toEqual(['vm.log.md:10 3→ board ✗ ink-out', 'receipts/board.jsonl:1 receipt: board failed'])
})

test('a failure is shown by the mark alone where the node has no receipt', () => {
  const lost = shown('mounted', 'board', (files) => {
    put(files, 'receipts/board.jsonl', null)
    edit(files, 'vm.log.md', '✓ rendered', '✗ ink-out')
  })
  expect(lost).toEqual(['vm.log.md:10 3→ board ✗ ink-out'])
})

test('a receipt of a list is shown by its place in it', () => {
  const listed = shown('mounted', 'board', (files) => {
    failed(files)
    put(files, 'receipts.json', `[${String(files['receipts/board.jsonl'])}]`)
    for (const path of Object.keys(files)) if (path.startsWith('receipts/')) put(files, path, null)
  })
  expect(listed).toEqual(['receipts.json:- receipt 1: board failed'])
})

test('receipts that stand for a log show it once', () => {
  const once = shown('reactor', 'responsibility.tides', (files) =>
    change(files, 'receipts.json', (all) => all.splice(7)),
  )
  expect(once).toEqual(['receipts.json:- receipt 7: responsibility.tides failed'])
})

test('an error file is quoted, and one that says nothing is there all the same', () => {
  const said = (text: string) => shown('perfect', 'editor', (files) => put(files, 'workspace/editor/__error.md', text))
  expect(said('# Error: ink-out\n')).toEqual(['workspace/editor/__error.md:- # Error: ink-out'])
  expect(said('')).toEqual(['workspace/editor/__error.md:- an error file'])
})

import { expect, test } from 'vitest'
import { docket } from '../../test/reporter/docket.ts'
import { hostile, PAYLOADS } from '../../test/reporter/hostile.ts'
import { inspectionRecord } from '../../test/reporter/records.ts'
import { assemble } from './assemble.ts'
import { githubAnnotations } from './github-annotations.ts'

const scope = { include: null, narrowed: 'no' } as const
const failing = (count: number, run: string) =>
  assemble({
    seed: null,
    scope,
    level: 'pass',
    records: Array.from({ length: count }, (_, n) =>
      inspectionRecord(
        { system: 'a', run_id: `${run}${n}`, verdict: 'fail', runtime_fidelity: 30 },
        { origin: { file: 'scenarios/a,b.test.ts', test: 'holds' } },
      ),
    ),
    tests: [{ project: '', file: 'scenarios/a,b.test.ts', test: 'holds', state: 'passed', flaky: false, line: 12 }],
  })

test('each refusal is an error at the file and line of its test', () => {
  expect(githubAnnotations(failing(1, 'r'))).toBe(
    '::error file=scenarios/a%2Cb.test.ts,line=12,title=Tribunal%3A verdict::a (r0): verdict fail (fidelity 30, effectiveness 98) is under the gate, which asks for pass.\n',
  )
})

test('a line end in a run cannot begin a command of its own', () => {
  const text = githubAnnotations(failing(1, 'r\n::set-output name=x::y%0A\r'))
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  expect(text).toContain('r%0A::set-output name=x::y%250A')
})

test('of more than ten the last one says how many there are', () => {
  const lines = githubAnnotations(failing(25, 'r')).trimEnd().split('\n')
  expect(lines).toHaveLength(10)
  expect(lines.at(-1)).toBe("::error title=Tribunal::16 more refusals: see the job's summary.")
})

test('a message at great length is cut, since GitHub would drop it', () => {
  expect(githubAnnotations(failing(1, 'r'.repeat(100_000))).length).toBeLessThan(5_000)
})

test('a file that checked nothing is pointed at', () => {
  expect(githubAnnotations(docket())).toContain(
    '::error file=scenarios/todo.test.ts,title=Tribunal%3A file-unverified::',
  )
})

test('nothing is written where nothing is refused', () => {
  expect(githubAnnotations(assemble({ seed: null, scope, level: 'pass', records: [inspectionRecord()] }))).toBe('')
})

test.each(PAYLOADS.map((_, offset) => offset))('hostile text begins no command (%i)', (offset) => {
  for (const line of githubAnnotations(hostile(docket(), offset)).trimEnd().split('\n'))
    expect(line).toMatch(/^::error (?:file=[^,:]*,)?(?:line=\d+,)?title=[^,:]*::/)
})

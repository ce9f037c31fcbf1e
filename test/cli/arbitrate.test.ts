import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { byDefault, forged, revised } from '../arbitration/sample-records.ts'
import { tryCommand } from './try-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tribunal-records-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content))
  return path
}

const good = file('good.json', revised)
const stopped = file('default.json', byDefault)
const broken = file(
  'broken.json',
  forged(revised, (copy) => {
    copy.outcome.action = 'delete'
  }),
)

/** Checks records; what is printed names them without the folder. */
async function check(...files: string[]) {
  const { code, stdout, stderr } = await tryCommand(['arbitrate', 'check', ...files])
  return { code, stdout: stdout.replaceAll(`${folder}/`, ''), stderr: stderr.replaceAll(`${folder}/`, '') }
}

describe('tribunal arbitrate check', () => {
  test('ends with 0 when the record holds', async () => {
    expect(await check(good)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": " HOLDS  good.json
        decide: "wait" by the model (decided)
      ",
      }
    `)
  })

  test('says why a default was taken, which is no fault', async () => {
    expect(await check(stopped)).toMatchInlineSnapshot(`
      {
        "code": 0,
        "stderr": "",
        "stdout": " HOLDS  default.json
        decide: "stop" by the default (timeout)
        info      default-used: /outcome is the default "stop", because of "timeout"
      ",
      }
    `)
  })

  test('ends with 1 when it is broken, and says where', async () => {
    expect(await check(broken)).toMatchInlineSnapshot(`
      {
        "code": 1,
        "stderr": "",
        "stdout": " BROKEN  broken.json
        decide: "delete" by the model (decided)
        critical  action-outside-list: /outcome/action is "delete", which was not allowed
        critical  outcome-differs: /outcome/action does not follow from the replies: expected "wait"
      ",
      }
    `)
  })

  test.each<[string, string | Uint8Array, string]>([
    ['no JSON', '{', 'is no strict JSON'],
    ['a key twice', '{"form":1,"form":2}', 'is no strict JSON: Key "form" appears more than once'],
    ['depth without end', '['.repeat(100_000), 'is no strict JSON: Nesting is deeper'],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'cannot be read'],
    ['nothing', '', 'is no strict JSON'],
    ['another JSON', '{"name":"x"}', 'is no arbitration record that can be checked: /contract is missing, and 10 more'],
    ['a list', '[]', 'is no arbitration record that can be checked: the whole is not an object'],
    [
      'a later contract',
      JSON.stringify(
        forged(revised, (copy) => {
          copy.contract.version = 'v9'
        }),
      ),
      'known here is automation_situation_arbitrate v1',
    ],
  ])('ends with 2 for a file with %s', async (_, content, message) => {
    const { code, stdout, stderr } = await check(file('odd.json', content))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^error: odd\.json: .*\n$/)
    expect(stderr).toContain(message)
  })

  test('ends with 2 for what is not there and what is no file', async () => {
    mkdirSync(join(folder, 'folder'), { recursive: true })
    expect(await check(join(folder, 'none.json'))).toMatchObject({ code: 2, stderr: expect.stringContaining('ENOENT') })
    expect(await check(join(folder, 'folder'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is no file'),
    })
  })

  test('checks several, and the worst decides: 2 over 1 over 0', async () => {
    expect((await check(good, stopped)).code).toBe(0)
    expect((await check(good, broken, stopped)).code).toBe(1)
    const all = await check(join(folder, 'none.json'), broken, good)
    expect(all.code).toBe(2)
    expect(all.stdout).toContain(' BROKEN  broken.json')
    expect(all.stdout).toContain(' HOLDS  good.json')
  })

  test('lets nothing in a record act on the terminal', async () => {
    const hostile = forged(revised, (copy) => {
      copy.outcome.action = 'x\u001b[2J\u202e'
      copy.outcome.why = '\u001b]0;t\u0007\nHOLDS'
    })
    const { stdout } = await check(file('hostile.json', hostile))
    for (const acting of ['\u001b', '\u0007', '\u202e', '\nHOLDS']) expect(stdout).not.toContain(acting)
  })

  test('spells out fifty findings and counts the rest', async () => {
    const many = forged(revised, (copy) => {
      copy.samples.push(...Array.from({ length: 60 }, () => copy.samples[0]))
    })
    expect((await check(file('many.json', many))).stdout).toContain('  … and 10 more findings\n')
  })

  test.each([[['arbitrate']], [['arbitrate', 'check']], [['arbitrate', 'chek', 'x.json']]])(
    '%j is misuse',
    async (args) => {
      const { code, stdout, stderr } = await tryCommand(args)
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toMatch(/^error: /)
    },
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsFolder } from './runs-folder.ts'
import { tryCommand } from './try-command.ts'

const runs = runsFolder()
afterAll(() => runs.remove())
beforeAll(() => {
  runs.run('first', 'perfect')
  runs.run('second', 'critic-accepts', (log) => log.replace('\n\nroot:', '\n\nupstream: [first]\nroot:'))
})

const upstream = async (...args: string[]) => {
  const { stdout } = await tryCommand(['inspect', '--registry', 'none', '--json', '--depth', 'deep', ...args])
  const document = JSON.parse(stdout)
  return document.runs.flatMap(({ evaluation }: { evaluation: { upstream: { verdict: string; error: string }[] } }) =>
    evaluation.upstream.map(({ verdict, error }) => error ?? verdict),
  )
}

test('upstream runs are followed below --root or a folder of runs, and nowhere without one', async () => {
  expect(await upstream('--root', runs.path, 'second')).toEqual(['pass'])
  expect(await upstream(runs.path)).toEqual(['pass'])
  expect(await upstream(`${runs.path}/second`)).toEqual(['not-followed'])
})

test('what is said of one run tells how those fare that it holds and builds on', async () => {
  runs.run('outer', 'critic-accepts', (log) => log.replace('\n\nroot:', '\n\nupstream: [first, ../out]\nroot:'))
  runs.run('outer/imports/sam--tides', 'root-output-missing')
  const { stdout } = await tryCommand(['inspect', '--registry', 'none', '--root', runs.path, 'outer'])
  expect(stdout).toContain(
    '  holds imports/sam--tides: fail 69/39\n  builds on first: pass 98/98\n  builds on ../out: outside-root\n',
  )
})

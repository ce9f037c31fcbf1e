import { spawnSync } from 'node:child_process'
import areas from '../test/mutation/areas.json' with { type: 'json' }

/**
 * Mutation testing, area by area, and the score: `npm run mutation`, or `npm run mutation -- decisions` for one of them. What an
 * earlier run found of unchanged code and tests stays; `--force` tries all anew. docs/mutation.md says what comes out.
 */
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
for (const area of Object.keys(areas).filter((area) => named.length === 0 || named.includes(area))) {
  const stryker = spawnSync('npx', ['stryker', 'run', ...(process.argv.includes('--force') ? ['--force'] : [])], {
    stdio: 'inherit',
    env: { ...process.env, TRIBUNAL_MUTATED: area },
  })
  if (stryker.status !== 0) process.exit(1)
}
await import('./mutation-score.ts')

import { expect, test } from 'vitest'
import { materialOf } from '../../../test/inspect/material-of.ts'
import { parseContract } from '../contracts/parse-contract.ts'
import { clauseTerms } from './clause-terms.ts'
import { decideContract } from './decide-contracts.ts'
import { serviceStates } from './service-states.ts'

test('a clause may look at an output the more often the longer it is, with all that is nested under it', () => {
  const material = materialOf('perfect')
  const terms = clauseTerms(material, serviceStates(material))
  const looksFor = (ensures: string): readonly number[] => {
    const asked: number[] = []
    decideContract(parseContract('x.md', `### Ensures\n\n${ensures}`), [], {
      ...terms,
      valueOf(output, name, looks) {
        asked.push(looks)
        return terms.valueOf(output, name, looks)
      },
    })
    return asked
  }
  expect(looksFor('- `index`: non-empty\n')).toEqual([1.9])
  expect(looksFor('- `index`: non-empty\n  - `slots`: an integer: 1\n')).toEqual([4])
})

test('what the run left under a name that nothing declares is looked at as well', () => {
  const material = materialOf('perfect', { 'bindings/editor/remark.md': 'Calm until the evening.\n' })
  const contract = parseContract('x.md', '### Ensures\n\n- `remark`: text\n- `rumour`: text\n')
  const decided = decideContract(contract, [], clauseTerms(material, serviceStates(material)))
  expect(decided.map(({ decision: { outcome }, about }) => [outcome, about])).toEqual([
    ['satisfied', undefined],
    ['unevaluable', undefined],
  ])
})

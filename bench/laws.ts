import fc from 'fast-check'
import { subjectCheck } from '../properties/check/subject-check.ts'
import { Tally } from '../properties/check/tally.ts'
import { SUBJECT_LAWS, type SubjectLaw } from '../properties/laws/subject-laws.ts'
import { compositeSubject } from '../properties/subjects/composite-subject.ts'
import type { Subject, Trial } from '../properties/subjects/subject.ts'
import { sketches } from '../properties/table/sketches.ts'
import type { AnyComposite } from '../src/composites/composite.ts'
import { oversight } from '../src/composites/oversight.ts'
import { proposerAdversary } from '../src/composites/proposer-adversary.ts'
import { workerCritic } from '../src/composites/worker-critic.ts'
import type { Bench, Comparison } from './bench.ts'

/**
 * The baseline is a fast-check property over the same arbitrary that does what any such property has to: it makes the replies and
 * runs the composite once, and looks at nothing but the status. What a law takes longer is the price of looking; noninterference
 * and determinacy run the composite three to four times a try.
 */
export const laws: Bench = {
  name: 'laws',
  about: 'Tries of a law against tries of a bare property over the same arbitrary, which runs the composite once.',
  open: () => ({
    comparisons: COMPOSITES.flatMap((composite) => {
      const subject = compositeSubject(composite)
      return SUBJECT_LAWS.map((law) => comparison(subject, law))
    }),
  }),
}

// Helpers

const COMPOSITES: readonly AnyComposite[] = [workerCritic, oversight, proposerAdversary]
const TRIES = 100
const RUNS_SEVERAL = new Set(['noninterference', 'determinacy'])

function comparison(subject: Subject<Trial>, law: SubjectLaw): Comparison {
  const arbitrary = sketches(subject.shape, { faults: law.faults === true })
  const check = subjectCheck(law, subject)
  let seed = 0
  const options = () => ({ numRuns: TRIES, seed: seed++ % 1_000 })
  return {
    name: `${subject.name}, ${law.name}`,
    per: `${TRIES} tries`,
    reach: RUNS_SEVERAL.has(law.name) ? 5 : 3,
    baseline: {
      name: 'bare property',
      async work() {
        let completed = 0
        const property = fc.asyncProperty(arbitrary, async (sketch) => {
          if (subject.attempt({ sketch }).run.status === 'completed') completed++
        })
        await fc.check(property, options())
        return completed
      },
    },
    ours: {
      name: `law "${law.name}"`,
      async work() {
        const tally = new Tally()
        let held = 0
        const property = fc.asyncProperty(arbitrary, async (sketch) => {
          if ((await check.attempt(sketch, tally)).length === 0) held++
        })
        await fc.check(property, options())
        return held + tally.seen.size
      },
    },
  }
}

import type { Invariant } from '../../src/invariants/invariant.ts'
import { hashOf } from '../../src/json/canonical-json.ts'
import { declaredBehaviours } from '../laws/behaviours.ts'
import type { Finding, SubjectLaw } from '../laws/subject-laws.ts'
import type { Subject } from '../subjects/subject.ts'
import { isSketch, type Sketch, TRAITS } from '../table/sketch.ts'
import { sketches } from '../table/sketches.ts'
import type { Check } from './check.ts'
import { Tally } from './tally.ts'

/** Makes a law of subjects ready to be tried on one. */
export function subjectCheck(law: SubjectLaw, subject: Subject, extra: readonly Invariant[] = []): Check<Sketch> {
  const attempt = async (sketch: Sketch, tally: Tally): Promise<Finding> => {
    const asking = law.attempt(sketch, { subject, tally, extra })
    let step = asking.next()
    while (!step.done) {
      const trial = subject.attempt(step.value)
      step = asking.next(trial instanceof Promise ? await trial : trial)
    }
    return step.value
  }
  return {
    law: law.name,
    statement: law.statement,
    source: law.source,
    subject: subject.name,
    arbitrary: sketches(subject.shape, { faults: law.faults }),
    declared: [...declaredBehaviours(subject.shape, law.faults), ...(law.declares?.(subject) ?? [])],
    vacuous: FLOW_LAWS.includes(law.name) ? subject.open.map((slot) => `anything that "${slot}" may not see`) : [],
    origin: subject.origin,
    storable: { fits: fitsOf(subject, extra), accepts: isSketch },
    attempt: async (sketch, tally) => (await attempt(sketch, tally)).violations,
    async runs(sketch) {
      const { attempts } = await attempt(sketch, new Tally())
      return (await Promise.all(attempts.map((one) => subject.attempt(one)))).map(({ run }) => run)
    },
    async print(sketch) {
      const { attempts, shows } = await attempt(sketch, new Tally())
      const [expression, address] = shows
      return subject.print({
        title: `${subject.name} keeps the law "${law.name}"`,
        assertions: [`expect(${expression}).toEqual([])`],
        imports: { [address]: [expression.slice(0, expression.indexOf('('))] },
        attempts,
      })
    },
  }
}

// Helpers

const FLOW_LAWS = ['taint', 'noninterference']

/** A sketch means something else once the subject has other slots, or a step other traits. */
const fitsOf = ({ shape }: Subject, extra: readonly Invariant[]): string =>
  hashOf([shape, TRAITS.map(({ name }) => name), extra.map(({ name }) => name)]).slice(0, 12)

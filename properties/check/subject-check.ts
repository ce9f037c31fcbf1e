import type { Invariant } from '../../src/invariants/invariant.ts'
import { hashOf } from '../../src/json/canonical-json.ts'
import { declaredBehaviours } from '../laws/behaviours.ts'
import type { Finding, SubjectLaw } from '../laws/subject-laws.ts'
import type { Attempt, Subject } from '../subjects/subject.ts'
import { isSketch, type Sketch, TRAITS } from '../table/sketch.ts'
import { sketchOf } from '../table/sketch-of.ts'
import { sketches } from '../table/sketches.ts'
import type { Check } from './check.ts'
import { Tally } from './tally.ts'

/** Makes a law of subjects ready to be tried on one. */
export function subjectCheck(law: SubjectLaw, subject: Subject, extra: readonly Invariant[] = []): Check<Sketch> {
  const faults = law.faults === 'caught' ? subject.catches : law.faults
  const attempt = async (sketch: Sketch, tally: Tally): Promise<Finding> => {
    // What does not end takes long, and the law of bounds says so: the others do not wait for it a thousand times.
    if (!tally.closed && tally.endless >= MOST_ENDLESS) return NOTHING
    const asking = law.attempt(sketch, { subject, tally, extra })
    let endless = false
    let step = asking.next()
    while (!step.done) {
      const made = subject.attempt(step.value)
      const trial = made instanceof Promise ? await made : made
      endless ||= trial.endless
      step = asking.next(trial)
    }
    if (endless) tally.endless++
    return step.value
  }
  return {
    law: law.name,
    statement: law.statement,
    source: law.source,
    subject: subject.name,
    arbitrary: sketches(subject.shape, { faults }),
    declared: [...declaredBehaviours(subject.shape, faults), ...(law.declares?.(subject) ?? [])],
    vacuous: FLOW_LAWS.includes(law.name) ? unseen(subject) : [],
    origin: subject.origin,
    seedsOf: (scripts) => scripts.map((script) => sketchOf(script, subject.shape, faults)),
    async unsteady(sketch, gone) {
      const { attempts } = await attempt(sketch, new Tally())
      // What is seen in one run is seen in it, whatever the next one does.
      const steady = !gone && (attempts.length === 1 || (await asksTheSame(subject, attempts[0]!)))
      if (steady) return undefined
      return subject.print({
        title: `${subject.name} asks the same whenever it is told the same`,
        assertions: [],
        imports: {},
        attempts: attempts.slice(0, 1),
        again: true,
      })
    },
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

const MOST_ENDLESS = 5
const NOTHING: Finding = { violations: [], attempts: [], shows: ['', ''] }

/** How often a subject is told the same, to see whether it does the same. */
const AGAIN = 20

async function asksTheSame(subject: Subject, attempt: Attempt): Promise<boolean> {
  const asked = new Set<string>()
  for (let i = 0; i < AGAIN && asked.size < 2; i++) {
    const { run } = await subject.attempt(attempt)
    asked.add(JSON.stringify(run.events.filter(({ kind }) => kind === 'slot-called')))
  }
  return asked.size < 2
}

const unseen = ({ open, still = [] }: Subject): readonly string[] => [
  ...open.map((slot) => `anything that "${slot}" may not see`),
  ...still.map(
    (name) => `another value of "${name}", which the option "input" keeps the same though not every slot may see it`,
  ),
]

const FLOW_LAWS = ['taint', 'noninterference']

/** A sketch means something else once the subject has other slots, or a step other traits. */
const fitsOf = ({ shape }: Subject, extra: readonly Invariant[]): string =>
  hashOf([shape, TRAITS.map(({ name }) => name), extra.map(({ name }) => name)]).slice(0, 12)

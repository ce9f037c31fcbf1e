import type { ServiceReport } from '../inspection.ts'
import { type ClauseValue, fieldValue } from './clause-value.ts'
import type { Clause } from './contract.ts'
import { type Finding, readPhrase } from './phrases.ts'
import { readCondition } from './read-condition.ts'
import { splitName } from './split-name.ts'

/** What the clauses of one contract can speak of. */
export interface ClauseScope {
  /** Declared output of that name or path: its value, null when it is absent or empty, undefined when none is declared. */
  output(name: string): ClauseValue | null | undefined
  /** What the caller bound under that name; undefined when it is not there. */
  input(name: string): string | undefined
  /** Whether that file is there; undefined when the path leads out of the run. */
  exists(path: string): boolean | undefined
  /** How that service stands; undefined when there is none of that name. */
  service(name: string): ServiceReport['status'] | undefined
  /** Whether that error was raised; undefined when nothing declares or raises one of that name. */
  error(name: string): boolean | undefined
}

/** What became of a clause, and by which rules. `not-applicable` is a conditional clause whose condition does not hold. */
export interface ClauseDecision {
  readonly outcome: 'satisfied' | 'partial' | 'violated' | 'unevaluable' | 'not-applicable'
  readonly rule: string
  /** The declared output that it speaks of, or ''. */
  readonly about: string
  /** What the condition names, when the clause is conditional and its condition holds. */
  readonly covers: readonly string[]
}

/**
 * Decides a clause by rules alone. All that it says must be covered by one; a clause with a word too many is
 * unevaluable, unless a part that a rule does know is broken.
 */
export function decideClause(clause: Clause, scope: ClauseScope): ClauseDecision {
  if (clause.text.length > LONGEST_CLAUSE) return { ...UNEVALUABLE, covers: [] }
  const condition = readCondition(clause.text, scope)
  if (!condition) {
    const { outcome, rule, about, covers = [] } = decide(clause, scope)
    return { outcome, rule, about, covers }
  }
  const undecided = { rule: 'conditional', about: '', covers: [] }
  if (condition.holds === undefined) return { outcome: 'unevaluable', ...undecided }
  if (!condition.holds) return { outcome: 'not-applicable', ...undecided }
  const consequence = decide({ ...clause, ...condition.consequence, text: condition.text }, scope)
  return { ...consequence, rule: `conditional, ${consequence.rule}`, covers: condition.names }
}

// Helpers

/** No rule needs this many characters; a longer clause is not worth the time that reading it could take. */
const LONGEST_CLAUSE = 4_000

type Decision = Pick<ClauseDecision, 'outcome' | 'rule' | 'about'> & { readonly covers?: readonly string[] }

const UNEVALUABLE: Decision = { outcome: 'unevaluable', rule: 'none', about: '' }

function decide(clause: Clause, scope: ClauseScope): Decision {
  const either = /^(exactly one of|at least one of|either)\s+(.*?)\s+(?:exists?|is present|are present)\.?$/iu.exec(
    clause.text,
  )
  if (either) return decideEither(either[1]!.toLowerCase(), either[2]!, scope)
  const parts = clause.text.split(/\s+OR\s+/u)
  if (parts.length > 1 && clause.fields.length === 0) return decideOr(parts, clause, scope)
  const counted = COUNTED.exec(clause.text)
  if (counted) return decideCounted(counted, clause, scope)
  const subject = subjectOf(clause, scope)
  if (!subject) return UNEVALUABLE
  if (subject.value === null) return { outcome: 'violated', rule: 'present', about: subject.about }
  return outcomeOf(decideValue(subject.value, subject.rest, clause.fields, scope), subject.about)
}

/** "`name`: …", "name: …", "`name` is …" or "`name.field` has …", where the name is that of a declared output. */
function subjectOf(
  clause: Clause,
  scope: ClauseScope,
): { value: ClauseValue | null; rest: string; about: string } | undefined {
  const verb = /^(?:`([^`]{1,200})`|([\w.-]{1,200}))\s+(?:is|are|must be|has|have|contains?|exists)(?=\s|\.?$)/u.exec(
    clause.text,
  )
  const named = clause.name !== '' ? { path: clause.name, rest: clause.description } : undefined
  const spoken = verb && {
    path: (verb[1] ?? verb[2])!,
    rest: clause.text
      .slice(verb[1] ? verb[1].length + 2 : verb[2]!.length)
      .trim()
      .replace(
        /^(?:is|are|must be|(?:has|have|contains?)(?=\s+(?:at |no |up |exactly |more |fewer |less |[<>≤≥])))(?=\s)/u,
        '',
      )
      .trim(),
  }
  const subject = named ?? spoken
  if (!subject) return undefined
  const whole = scope.output(subject.path)
  if (whole !== undefined) return { value: whole, rest: subject.rest, about: subject.path }
  const stem = subject.path.replace(FILE_ENDING, '')
  const file = stem === subject.path ? undefined : scope.output(stem)
  if (file !== undefined) return { value: file, rest: subject.rest, about: stem }
  const [head = '', ...path] = subject.path.split('.')
  const value = path.length > 0 ? scope.output(head) : undefined
  if (value === undefined) return undefined
  return { value: value && (fieldValue(value, path) ?? null), rest: subject.rest, about: head }
}

/** An output may be called by its file. */
const FILE_ENDING = /\.(?:md|json|jsonl|txt|ya?ml|csv)$/u

/** `A OR B`: one of them is enough, and covers what the others lack. */
function decideOr(parts: readonly string[], clause: Clause, scope: ClauseScope): Decision {
  const decisions = parts.map((text) => decide({ ...clause, text, ...splitName(text) }, scope))
  const kept = decisions.findIndex(({ outcome }) => outcome === 'satisfied')
  const rule = 'alternatives'
  if (kept === -1)
    return decisions.every(({ outcome }) => outcome === 'violated')
      ? { outcome: 'violated', rule, about: '' }
      : UNEVALUABLE
  const others = parts.filter((_, index) => index !== kept).flatMap((text) => text.match(/[\w-]{1,200}/gu) ?? [])
  const covers = [...new Set(others)].filter((name) => scope.output(name) === null)
  return { outcome: 'satisfied', rule: `${rule}, ${decisions[kept]!.rule}`, about: decisions[kept]!.about, covers }
}

/** `len(rows) ≥ 3`, or against an input of the caller that is a number. */
const COUNTED = /^len\(`?([\w-]{1,200})`?\)\s*(≥|>=|≤|<=|>|<)\s*`?([\w-]{1,200})`?\.?$/u

function decideCounted([, name = '', relation = '', limit = '']: RegExpExecArray, clause: Clause, scope: ClauseScope) {
  const value = scope.output(name)
  if (value === null) return { outcome: 'violated' as const, rule: 'present', about: name }
  const number = /^\d{1,9}$/u.test(limit) ? limit : scope.input(limit)?.trim()
  if (value === undefined || number === undefined || !/^\d{1,9}$/u.test(number)) return UNEVALUABLE
  return outcomeOf(decideValue(value, `${relation} ${number} items`, clause.fields, scope), name)
}

type Findings = { readonly findings: readonly Finding[]; readonly rules: readonly string[] }

function decideValue(value: ClauseValue, text: string, fields: readonly Clause[], scope: ClauseScope): Findings {
  const findings: Finding[] = [value.json === null || value.text.trim() === '' ? 'broken' : 'held']
  const rules = ['present']
  const phrases = text
    .replace(/\.$/u, '')
    .replace(/(?:,?\s*(?:with|containing))?:$/u, '')
    .trim()
  let at = 0
  while (at < phrases.length) {
    const path = PATH.exec(phrases.slice(at))
    const phrase = path ? undefined : readPhrase(phrases, at)
    if (path) {
      const exists = scope.exists(path[1]!)
      findings.push(exists === undefined ? 'unknown' : exists ? 'held' : 'partly')
      rules.push('path')
      at += path[0].length
    } else if (phrase) {
      findings.push(phrase.test(value))
      rules.push(phrase.rule)
      at = phrase.end
    } else {
      findings.push('unknown')
      break
    }
    GLUE.lastIndex = at
    if (at < phrases.length && !GLUE.test(phrases)) {
      findings.push('unknown')
      break
    }
    at = Math.max(at, GLUE.lastIndex)
  }
  for (const field of fields) {
    const inner = field.name === '' ? undefined : fieldValue(value, field.name.split('.'))
    const nested = inner && decideValue(inner, field.description, field.fields, scope)
    findings.push(
      ...(nested?.findings ?? [
        field.name === '' || value.json === undefined ? ('unknown' as const) : ('partly' as const),
      ]),
    )
    rules.push('fields')
  }
  return { findings, rules }
}

const PATH = /^`([\w@.-]{1,100}(?:\/[\w@.-]{1,100}){1,20})`/u
const GLUE = /\s*(?:[,;](?:\s*(?:and|or))?|(?:and|that is|which is|—))?\s*/uy

function outcomeOf({ findings, rules }: Findings, about: string): Decision {
  const rule = [...new Set(rules)].join(', ')
  if (findings.includes('broken')) return { outcome: 'violated', rule, about }
  if (findings.includes('unknown')) return { outcome: UNEVALUABLE.outcome, rule: UNEVALUABLE.rule, about }
  return { outcome: findings.includes('partly') ? 'partial' : 'satisfied', rule, about }
}

function decideEither(how: string, list: string, scope: ClauseScope): Decision {
  const names = [...list.matchAll(/`([^`]{1,200})`/gu)].map((match) => match[1]!)
  const there = names.map((name) => {
    const value = scope.output(name)
    return value === undefined ? (/[./]/u.test(name) ? scope.exists(name) : undefined) : value !== null
  })
  if (names.length < 2 || there.includes(undefined)) return UNEVALUABLE
  const count = there.filter((is) => is).length
  return {
    outcome: (how === 'exactly one of' ? count === 1 : count >= 1) ? 'satisfied' : 'violated',
    rule: 'alternatives',
    about: '',
    covers: names.filter((_, index) => !there[index]),
  }
}

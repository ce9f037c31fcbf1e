/** Words that deny what stands near them. */
const NEGATIONS = words(`
  no not never none nothing nobody nowhere neither nor non cannot without hardly barely scarcely nope nah
  cant dont wont isnt arent doesnt didnt wasnt shouldnt wouldnt couldnt
`)

/** Whether a word denies: one of the list, or contracted with "not". */
export const isNegation = (word: string): boolean => NEGATIONS.has(word) || word.endsWith("n't")

/** Words that make something depend on something else, or speak against it. */
export const CONDITIONS = words(`
  if unless until till once only pending conditional conditionally contingent subject provided providing assuming except
  but however would could otherwise after
`)

/** Conditions that nothing else is said with. */
export const PLAIN_CONDITIONS = words(
  'if unless only provided pending conditional conditionally contingent subject until',
)

/** Words that make an acceptance in the same sentence less than one: conditions, contradictions, hedges, alternatives. */
export const RESERVATIONS = words(`
  ${[...CONDITIONS].join(' ')}
  when whenever assumed conditioned before first then given depending depends require requires required need needs must
  should might may excepting excluding minus apart aside barring lest
  although though tho yet still despite nevertheless nonetheless instead rather while whereas
  or versus vs guess suppose reluctantly grudgingly hesitantly maybe perhaps possibly probably almost nearly partly partially mostly tentatively provisionally
  reservation reservations caveat caveats proviso condition conditions exception exceptions
  reject rejects rejected rejecting rejection refuse refused decline declined deny denied
  wrong incorrect false mistake mistaken fail fails failed failing failure failures unacceptable unacceptably
  bad poor worse worst useless worthless lacks lacking missing incomplete broken
`)

/** Reservations of two words. */
export const PAIRED_RESERVATIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['long', words('as')],
  ['soon', words('as')],
  ['in', words('part parts principle theory case')],
  ['for', words('now')],
])

/** Words with which a later sentence takes an acceptance back or makes it depend on something. */
export const SECOND_THOUGHTS = words(`
  but however although though yet still unless except only if provided providing assuming pending conditional subject once
  until till instead otherwise rather wait actually correction sorry kidding wrong scratch unfortunately alas
  nevertheless nonetheless with fix revise rework redo resubmit
`)

/** Words with which a later sentence ends that makes a condition or takes something back. */
export const AFTERTHOUGHTS = words('first though however otherwise instead')

/** Second thoughts that take two words, the second a little later. */
export const LONGER_SECOND_THOUGHTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['do', words('no not never')],
  ['i', words('changed reconsidered take disagree doubt lied still')],
  ['on', words('second condition reflection')],
  ['just', words('kidding joking')],
  ['hold', words('on')],
  ['then', words('again')],
  ['that', words('said')],
  ['having', words('said')],
  ['and', words('yet no not')],
  ['or', words('rather not no maybe perhaps')],
  ['so', words('no not')],
  ['well', words('no not actually')],
  ['oh', words('no wait')],
])

/** Words that ask for something, and the work that an accepted result cannot still be owed when one of them asks for it. */
export const DUTIES = words('must should need needs please ought')
export const REWORK = words(`
  work fix fixed fixing fixes revise revised revision revisions rework reworked redo redone resubmit correct corrected
  correction corrections change changed changes address addressed improve improved improvement improvements
`)

/** What may follow "accept" directly, when no punctuation does: its object, or why. */
export const OBJECTS = words(
  'this the it its that as because since for all both every everything your my our result work draft answer',
)

/** "No" and one of these denies nothing of an acceptance, with any of `QUALIFIERS` between. */
export const FAULTS = words(`
  issue issues problem problems concern concerns change changes error errors flaw flaws defect defects gap gaps
  objection objections blocker blockers complaint complaints comment comments revision revisions
`)

/** Headings under which "none" is no denial. */
export const LISTS = words(
  'issue issues problem problems concern concerns suggestion suggestions comment comments note notes',
)

export const QUALIFIERS = words('further other more major minor remaining open obvious serious significant additional')

/** Words of acceptance and of rejection, as one may speak of either without deciding. */
export const ACCEPTANCES = words('accept accepted accepting acceptable unacceptable approve approved')
export const REJECTIONS = words('reject rejected rejecting rejection')

/** Denials with which a sentence may end as an answer: "none" at the end counts things, these do not. */
export const REFUSALS = words('no not never cannot nope nah')

/** Words by which a sentence speaks for the one who writes it. */
export const PERSONAL = words("i we i'd i'll we'd we'll my our recommend")

/** Besides negations, what denies a decision that is named after it in the same clause. */
export const DENIALS = words(`
  avoid avoids avoiding refrain refrains against unnecessary needless premature unwarranted decline declines declined refuse
  refuses refused unwise hasty wrong early mistake
`)

/** Denials of two words. */
export const PAIRED_DENIALS: ReadonlyMap<string, string> = new Map([
  ['instead', 'of'],
  ['rather', 'than'],
])

/** What denies a decision that is named before it, after one of `LINKS`: "aborting would be premature". */
export const DENIED_AFTER = words(`
  unnecessary needless premature unwarranted unjustified unwise hasty wrong mistake overkill harsh excessive pointless early
`)

export const LINKS = words('is are was were be would will should must can may might seems seem looks look')

/** Words that end a clause, and with it what was denied in it. */
export const CLAUSE_ENDS = words('but and so then because since yet just thus therefore hence')

/** Words with which a sentence takes back what was said before it. */
export const CONTRARIES = words(`
  but however actually no not wait correction sorry instead nevertheless nonetheless yet still rather unfortunately
`)

// Helpers

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

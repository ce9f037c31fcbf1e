import { type ForgeDecision, forgeConsensus, forgeDecide, type Model } from 'vitest-tribunal'

/** Where an automation stands that opens each mail of an inbox, files it and goes back to the list. */
export interface Sweep {
  readonly view: 'list' | 'reader'
  readonly unread: number
  /** How often the view changed without a mail being filed. */
  readonly flips: number
  /** Seconds since anything happened. */
  readonly idle_sec: number
  /** Errors of the last tries to file the open mail. */
  readonly errors: readonly string[]
  /** Senders in the address book that the open mail could be from. */
  readonly senders: readonly string[]
}

/** What the automation does next, and whether a rule or an arbitration said so. */
export type Step = { readonly by: 'rule'; readonly action: string } | ({ readonly by: 'arbitration' } & ForgeDecision)

/** Rules decide as long as they can; a model is asked only where they contradict each other, and only within a list. */
export async function nextStep(sweep: Sweep, model: Model): Promise<Step> {
  const { view, unread, flips, idle_sec, errors, senders } = sweep
  const facts = { view, unread, last_errors: errors.slice(-3) }
  const ask = { model, default_action: 'stop_and_report', min_confidence: 0.7 }

  if (senders.length > 1) {
    const input = {
      facts: { candidates: senders.length },
      allowed_actions: ['leave_unfiled'],
      surface: 'identity' as const,
    }
    return { by: 'arbitration', ...(await forgeDecide(input, ask)) }
  }
  if (errors.length >= 3) {
    const input = {
      facts,
      allowed_actions: ['retry_later', 'skip_mail', 'move_to_review'],
      situation: 'repeated_failure',
    }
    return { by: 'arbitration', ...(await forgeConsensus(input, { ...ask, samples: 3 })) }
  }
  if (flips >= 4) {
    const signals = { flip_count: flips, no_progress: true }
    const input = {
      facts,
      signals,
      allowed_actions: ['stay_in_list', 'stay_in_reader', 'reload_once'],
      situation: 'view_flips',
    }
    return { by: 'arbitration', ...(await forgeDecide({ ...input, self_check: true }, ask)) }
  }
  if (idle_sec > 60) {
    const input = {
      facts,
      signals: { idle_sec },
      allowed_actions: ['wait_longer', 'reload_once'],
      situation: 'stall',
      timeout_sec: 20,
    }
    return { by: 'arbitration', ...(await forgeDecide(input, ask)) }
  }
  if (view === 'reader') return { by: 'rule', action: 'file_mail' }
  return { by: 'rule', action: unread > 0 ? 'open_next' : 'finish' }
}

/** A sweep in which nothing is wrong. */
export const calm: Sweep = { view: 'list', unread: 3, flips: 0, idle_sec: 2, errors: [], senders: ['Ada'] }

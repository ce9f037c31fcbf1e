import type { Reply } from '../composites/reply.ts'
import type { Run, RunEvent, RunFailure } from './run.ts'

/** The version of the trace format. */
const TRACE_VERSION = 1

/**
 * Turns a run into the value that `trace.json` holds: names are snake_case there, and only there.
 * What the user named (inputs, config, data) keeps its names.
 */
export function encodeTrace(run: Run): object {
  const { header, events, status, result, failure, usage } = run
  const { runId, ...rest } = header
  return {
    format: 'tribunal-trace',
    version: TRACE_VERSION,
    header: { run_id: runId, ...rest },
    status,
    result,
    failure: failure && encodeFailure(failure),
    usage: { calls: usage.calls, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
    events: events.map(encodeEvent),
  }
}

// Helpers

function encodeEvent(event: RunEvent): object {
  if (event.kind === 'slot-replied') return { ...event, reply: encodeReply(event.reply) }
  if (event.kind === 'slot-failed') return { ...event, fault: encodeFault(event.fault) }
  if (event.kind === 'run-failed') return { ...event, failure: encodeFailure(event.failure) }
  return event
}

function encodeReply({ toolCalls, usage, private: hidden, ...rest }: Reply): object {
  return {
    ...rest,
    ...(toolCalls && { tool_calls: toolCalls }),
    ...(usage && { usage: { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens } }),
    ...(hidden && {
      private: {
        ...(hidden.reasoning !== undefined && { reasoning: hidden.reasoning }),
        ...(hidden.selfAssessment !== undefined && { self_assessment: hidden.selfAssessment }),
      },
    }),
  }
}

const encodeFailure = ({ fault, ...rest }: RunFailure): object => ({
  ...rest,
  ...(fault && { fault: encodeFault(fault) }),
})

const encodeFault = ({ retryAfterMs, ...rest }: { readonly [key: string]: unknown }): object => ({
  ...rest,
  ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
})

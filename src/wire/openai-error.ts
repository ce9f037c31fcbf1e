import type { WireBody, WireError } from './wire-format.ts'

/** An error as both OpenAI formats word it: a type and, where there is one, a code. */
export function openaiError({ status, message }: WireError): WireBody {
  const [type, code] = ERRORS[status] ?? (status >= 500 ? ['server_error', null] : ['invalid_request_error', null])
  return { message, type, param: null, code }
}

// Helpers

const ERRORS: { readonly [status: number]: readonly [type: string, code: string | null] } = {
  401: ['invalid_request_error', 'invalid_api_key'],
  403: ['invalid_request_error', 'unsupported_country_region_territory'],
  404: ['invalid_request_error', 'model_not_found'],
  408: ['timeout', null],
  429: ['requests', 'rate_limit_exceeded'],
  503: ['service_unavailable_error', null],
  529: ['overloaded_error', null],
}

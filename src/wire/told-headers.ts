/**
 * The headers that a program adds of its own accord, as they go into a request's record: nothing that carries a credential, that a
 * client or a tracer adds to every request, or that speaks to us.
 */
export function toldHeaders(headers: Headers): { readonly [name: string]: string } | undefined {
  let told: Record<string, string> | undefined
  headers.forEach((value, name) => {
    if (USUAL.has(name) || name.startsWith('x-stainless-') || name.startsWith('x-tribunal-') || isCredential(name))
      return
    told ??= {}
    told[name] = value
  })
  return told
}

/** Whether a header's name says that its value is a secret. */
export const isCredential = (name: string): boolean =>
  /auth|key|token|secret|cookie|session|passw|passphrase|credential|signature|bearer|jwt|[cx]srf|(?:^|[-_])pass(?:$|[-_])/i.test(
    name,
  )

// Helpers

const USUAL: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'anthropic-beta',
  'anthropic-dangerous-direct-browser-access',
  'anthropic-version',
  'baggage',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'openai-beta',
  'openai-organization',
  'openai-project',
  'sec-fetch-mode',
  'traceparent',
  'tracestate',
  'transfer-encoding',
  'user-agent',
])

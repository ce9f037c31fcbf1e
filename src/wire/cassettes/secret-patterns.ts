/** What stands in place of a secret. None of them is taken for one again, so that redacting twice changes nothing. */
export const PLACEHOLDERS = {
  key: '(redacted-key)',
  id: '(redacted-id)',
  cookie: '(redacted-cookie)',
  // An address still, for programs that check whether they were given one.
  email: 'redacted@example.invalid',
  own: '(redacted)',
} as const

/**
 * Takes out what has the form of a secret, wherever in a text it stands: keys of providers, tokens, private keys, ids of
 * organisations and requests, e-mail addresses. Every expression is linear in the length of the text.
 */
export const withoutSecrets = (text: string): string => applied(PATTERNS, text)

/** The same of keys, tokens and passwords alone, where ids and addresses may be what something is about. */
export const withoutKeys = (text: string): string => applied(KEY_PATTERNS, text)

/** Whether a field of a body, or a parameter of an address or form, holds a secret whatever it looks like. */
export const isSecretName = (name: string, where: 'body' | 'address'): boolean =>
  SECRET_NAMES.has(plain(name)) || (where === 'address' && ADDRESS_NAMES.has(plain(name)))

/** Whether a field of a body holds the id of an organisation or a request. */
export const isIdName = (name: string): boolean => ID_NAMES.has(plain(name))

// Helpers

interface Pattern {
  /** A quick look, since most texts have nothing to hide. */
  looks(text: string): boolean
  readonly finds: RegExp
  readonly put: string
}

const having =
  (...parts: readonly string[]) =>
  (text: string): boolean =>
    parts.some((part) => text.includes(part))

/** Where a word may begin: not inside another, but after an escape of JSON or of an address. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}))`

/** Prefixes that only a key has, with the letters that follow: at least eight of them, so that a prefix alone may be spoken of. */
const KEYS = [
  'AIza[A-Za-z0-9_-]{8,}',
  'A(?:KIA|SIA)[A-Z0-9]{8,}',
  'ya29[.][A-Za-z0-9_-]{8,}',
  'xai-[A-Za-z0-9_-]{8,}',
  'gsk_[A-Za-z0-9_-]{8,}',
  'gh[opsur]_[A-Za-z0-9_]{8,}',
  'github_pat_[A-Za-z0-9_]{8,}',
  'glpat-[A-Za-z0-9_-]{8,}',
  'hf_[A-Za-z0-9]{8,}',
  'npm_[A-Za-z0-9]{8,}',
  'pplx-[A-Za-z0-9]{8,}',
  'nvapi-[A-Za-z0-9_-]{8,}',
  'xox[abeoprs]-[A-Za-z0-9-]{8,}',
  '[rs]k_(?:live|test)_[A-Za-z0-9]{8,}',
  'sk-(?:ant|proj|svcacct|or|live)-[A-Za-z0-9_-]{8,}',
].join('|')

/** Names in front of a value in a text that is no JSON, as a file of settings or a command. */
const NAMED =
  '(?:api|access|secret|private)[_-]?key|(?:client|app)[_-]?secret|(?:access|auth|refresh|id|session)[_-]?token|passw(?:or)?d|authorization'

const PATTERNS: readonly Pattern[] = [
  {
    looks: having('PRIVATE KEY-----'),
    finds: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
    put: PLACEHOLDERS.key,
  },
  { looks: having('://'), finds: /(?<=:\/\/)[^\s/@:"]{1,256}:[^\s/@"]{1,256}(?=@)/g, put: PLACEHOLDERS.key },
  {
    looks: having('earer', 'EARER'),
    finds: /(?<=bearer[ \t]{1,4})(?![a-z]{1,64}(?![A-Za-z0-9._~+/=-]))[A-Za-z0-9._~+/=-]{8,}/gi,
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('eyJ'),
    finds:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]|%[0-9A-Fa-f]{2}))eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
    put: PLACEHOLDERS.key,
  },
  { looks: having('-', '_', 'AIza', 'AKIA', 'ASIA', 'ya29'), finds: new RegExp(KEYS, 'g'), put: PLACEHOLDERS.key },
  { looks: having('sk-'), finds: new RegExp(`${START}sk-[A-Za-z0-9_-]{8,}`, 'g'), put: PLACEHOLDERS.key },
  {
    looks: having('=', ':'),
    // A value without a digit is more likely a word about one.
    finds: new RegExp(
      String.raw`(?<=(?:${NAMED})["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:Basic )?)(?=[^\s"',;&}\\]{0,256}\d)[^\s"',;&}\\]{8,}`,
      'gi',
    ),
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('org-', 'req_', 'proj_'),
    finds: new RegExp(`${START}(?:org-|req_|proj_)(?=[A-Za-z0-9]{0,64}[0-9A-Z])[A-Za-z0-9]{8,}`, 'g'),
    put: PLACEHOLDERS.id,
  },
  {
    looks: having('@'),
    finds: /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu,
    put: PLACEHOLDERS.email,
  },
]

const KEY_PATTERNS = PATTERNS.filter(({ put }) => put === PLACEHOLDERS.key)

function applied(patterns: readonly Pattern[], text: string): string {
  let kept = text
  for (const { looks, finds, put } of patterns) if (looks(kept)) kept = kept.replace(finds, put)
  return kept
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

const SECRET_NAMES: ReadonlySet<string> = new Set([
  'accesskey',
  'accesskeyid',
  'accesstoken',
  'apikey',
  'apitoken',
  'authorization',
  'authtoken',
  'bearertoken',
  'clientsecret',
  'cookie',
  'idtoken',
  'passwd',
  'password',
  'privatekey',
  'proxyauthorization',
  'refreshtoken',
  'secret',
  'secretaccesskey',
  'secretkey',
  'sessiontoken',
  'setcookie',
  'xapikey',
  'xgoogapikey',
])

/** In an address these are nothing else; in a body they are words like others. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set([
  'key',
  'token',
  'sig',
  'signature',
  'auth',
  'code',
  'xamzsignature',
])

const ID_NAMES: ReadonlySet<string> = new Set(['organizationid', 'organisationid', 'orgid', 'requestid'])

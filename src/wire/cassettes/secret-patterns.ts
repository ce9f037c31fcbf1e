import { NAMES_IN_TEXT } from './secret-names.ts'

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

/** Prefixes that are a key's where a word begins, and enough behind them. */
const KEYS_AT_START = [
  'ATATT[A-Za-z0-9_-]{20,}',
  'SG[.][A-Za-z0-9_-]{16,}[.][A-Za-z0-9_-]{16,}',
  'csk-[A-Za-z0-9]{20,}',
  'dapi[a-f0-9]{32,}',
  'dop_v1_[a-f0-9]{32,}',
  'fw_[A-Za-z0-9]{20,}',
  'glsa_[A-Za-z0-9_]{16,}',
  'jina_[A-Za-z0-9]{20,}',
  'lsv2_(?:pt|sk)_[A-Za-z0-9_]{16,}',
  'ntn_[A-Za-z0-9]{20,}',
  'pcsk_[A-Za-z0-9_]{20,}',
  'pypi-[A-Za-z0-9_-]{20,}',
  'r8_[A-Za-z0-9]{20,}',
  'sess-[A-Za-z0-9]{20,}',
  'shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{16,}',
  'sk-[A-Za-z0-9_-]{8,}',
  'sk_[A-Za-z0-9]{32,}',
  'tvly-[A-Za-z0-9-]{16,}',
  'whsec_[A-Za-z0-9+/=]{16,}',
  '[0-9]{8,10}:[A-Za-z0-9_-]{35,}',
].join('|')

/** A name in quotes, up to the colon behind it, whoever it says the secret is of. */
const quotedName = (quote: string) =>
  `${quote}[A-Za-z0-9_. -]{0,40}(?:${NAMES_IN_TEXT}|secret)s?${quote}\\s{0,8}:\\s{0,8}${quote}`

const PATTERNS: readonly Pattern[] = [
  {
    looks: having('PRIVATE KEY-----'),
    finds: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
    put: PLACEHOLDERS.key,
  },
  { looks: having('://'), finds: /(?<=:\/\/)[^\s/@:"]{1,256}:[^\s/@"]{1,256}(?=@)/g, put: PLACEHOLDERS.key },
  {
    looks: having('earer', 'EARER'),
    finds: /(?<=(?:[Bb]earer|BEARER)[ \t]{1,4})(?![A-Z]?[a-z]{1,64}(?![A-Za-z0-9._~+/=-]))[A-Za-z0-9._~+/=-]{8,}/g,
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('eyJ'),
    finds:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[bfnrt]|%[0-9A-Fa-f]{2}))eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
    put: PLACEHOLDERS.key,
  },
  { looks: having('-', '_', 'AIza', 'AKIA', 'ASIA', 'ya29'), finds: new RegExp(KEYS, 'g'), put: PLACEHOLDERS.key },
  {
    looks: having('-', '_', ':', '.', 'dapi', 'ATATT'),
    finds: new RegExp(`${START}(?:${KEYS_AT_START})`, 'g'),
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('hooks.slack.com'),
    finds: /(?<=hooks\.slack\.com\/services\/)[A-Za-z0-9/]{8,}/g,
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('asic ', 'ASIC '),
    finds:
      /(?<=(?:\b|\\[bfnrt])(?:[Bb]asic|BASIC)[ \t]{1,4})(?![A-Z]?[a-z]{1,64}(?![A-Za-z0-9+/=]))[A-Za-z0-9+/]{12,}={0,2}/g,
    put: PLACEHOLDERS.key,
  },
  // What has a name in JSON that stands within a text, or cannot be read and written again as it was.
  {
    looks: having('":', '" :', '"\n'),
    finds: new RegExp(String.raw`(?<=(?<!\\)${quotedName('"')})(?:[^"\\]|\\[\s\S])+`, 'gi'),
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('\\"'),
    finds: new RegExp(String.raw`(?<=${quotedName(String.raw`\\"`)})[^"\\]+`, 'gi'),
    put: PLACEHOLDERS.key,
  },
  { looks: having("':"), finds: new RegExp(String.raw`(?<=${quotedName("'")})[^'\\\n]+`, 'gi'), put: PLACEHOLDERS.key },
  // A part of a form.
  {
    looks: having('name="'),
    finds: new RegExp(
      String.raw`(?<=name="[A-Za-z0-9_. -]{0,40}(?:${NAMES_IN_TEXT}|secret)s?"(?:\r?\n[^\r\n]{1,200}){0,3}\r?\n\r?\n)[^\r\n]+`,
      'gi',
    ),
    put: PLACEHOLDERS.key,
  },
  // An address within a text.
  {
    looks: having('?', '&'),
    finds: new RegExp(
      String.raw`(?<=[?&](?:[A-Za-z0-9_-]{0,40}(?:${NAMES_IN_TEXT}|signature|credential)|key|token|sig)=)[^&\s"'<>#\\]+`,
      'gi',
    ),
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('=', ':'),
    // A value without a digit is more likely a word about one.
    finds: new RegExp(
      String.raw`(?<=${NAMES_IN_TEXT}["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?:Basic )?)(?=[^\s"',;&}\\]{0,256}\d)[^\s"',;&}\\]{8,}`,
      'gi',
    ),
    put: PLACEHOLDERS.key,
  },
  {
    looks: having('org-', 'req_', 'proj_'),
    finds: new RegExp(`${START}(?:org-|req_|proj_)(?=[A-Za-z0-9]{0,64}[0-9A-Z])[A-Za-z0-9]{8,}`, 'g'),
    put: PLACEHOLDERS.id,
  },
  // As providers word their errors.
  {
    looks: having('org', 'Org'),
    finds:
      /(?<=(?:\b|\\[bfnrt])org(?:ani[sz]ation)?(?:[ _-]?id)?["']?[ \t]{0,4}[:=]?[ \t]{0,4}["']?)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi,
    put: PLACEHOLDERS.id,
  },
  {
    looks: having('equest', 'EQUEST'),
    finds: /(?<=request[ _-]?id["']?[ \t]{0,4}[:=]?[ \t]{0,4}["']?)(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{12,}/gi,
    put: PLACEHOLDERS.id,
  },
  {
    looks: having('@', '%40'),
    finds: /[\p{L}\p{N}._%+-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/gu,
    put: PLACEHOLDERS.email,
  },
]

const KEY_PATTERNS = PATTERNS.filter(({ put }) => put === PLACEHOLDERS.key)

function applied(patterns: readonly Pattern[], text: string): string {
  let kept = text
  for (const { looks, finds, put } of patterns) if (looks(kept)) kept = kept.replace(finds, put)
  return kept
}

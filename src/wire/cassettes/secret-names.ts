/** Whether a field of a body, or a parameter of an address or form, holds a secret whatever it looks like. */
export function isSecretName(name: string, where: 'body' | 'address'): boolean {
  const said = plain(name)
  if (SECRET_NAMES.has(said) || SECRET_END.test(said)) return true
  return where === 'address' && (ADDRESS_NAMES.has(said) || /(?:signature|credential)$/.test(said))
}

/** Whether a field of a body holds the id of an organisation or a request. */
export const isIdName = (name: string): boolean => ID_NAMES.has(plain(name))

/** The same names as they stand in a text: in front of a value, behind whatever tells whose they are. */
export const NAMES_IN_TEXT =
  '(?:(?:api|access|secret|private|subscription)[ _-]?key|(?:client|app|api|consumer|signing|webhook)[ _-]?secret|' +
  '(?:access|api|auth|bearer|id|refresh|security|session)[ _-]?token|passw(?:or)?d|passphrase|authorization)'

/** A name as far as its letters and digits go. */
export const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()

// Helpers

/** One may be called after whose it is: `OPENAI_API_KEY`, `dbPassword`; and there may be several. */
const SECRET_END = new RegExp(
  `(?:${[
    'accesskey(?:id)?',
    'apikey',
    'authorization',
    'passphrase',
    'passw(?:or)?d',
    'privatekey',
    'secret',
    'secretaccesskey',
    'secretkey',
    'subscriptionkey',
    '(?:access|api|auth|bearer|refresh|security|session)token',
  ].join('|')})s?$`,
)

const SECRET_NAMES: ReadonlySet<string> = new Set(['cookie', 'setcookie', 'idtoken', 'jwt', 'xgoogapikey'])

/** In an address these are nothing else; in a body they are words like others. */
const ADDRESS_NAMES: ReadonlySet<string> = new Set(['key', 'token', 'sig', 'auth', 'code', 'pass', 'pwd'])

const ID_NAMES: ReadonlySet<string> = new Set(['organizationid', 'organisationid', 'orgid', 'requestid'])

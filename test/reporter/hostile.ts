import { isObject } from '../../src/json/json.ts'
import type { TribunalDocument } from '../../src/report/document.ts'

/** Each would set `window.broken`, or ask the network for something, if it were anything but text. */
export const PAYLOADS: readonly string[] = [
  '<script>window.broken=1</script>',
  '</script><script>window.broken=2</script>',
  '</style><script>window.broken=3</script>',
  '<img src=x onerror="window.broken=4"><img src="http://evil.example/a.png">',
  '"><svg onload=window.broken=5>',
  "' onmouseover='window.broken=6' x='",
  '" autofocus onfocus="window.broken=7',
  '<a href="javascript:window.broken=8" id="js">click</a>',
  '</textarea></title></template><iframe src="javascript:parent.broken=9"></iframe>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to stay one
  '{{constructor.constructor "window.broken=10"}}{{{this}}}<%= 1 %>${window.broken=10}',
  '<!-- --!><script>window.broken=11</script>',
  '\u001b[31mred\u001b[0m \u0007\u009b31m',
  'abc\u202etxt.exe\u2066x\u2069 \u200e\u2028\u2029\ud800',
  '<link rel=stylesheet href="http://evil.example/x.css"><style>*{background:url(http://evil.example/b)}</style>',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<base href="http://evil.example/"><form action="http://evil.example/"><button>go</button></form>',
  '__proto__',
]

/** Members whose values a schema enumerates: nothing else can stand there. */
const CLOSED = new Set([
  'kind',
  'format',
  'level',
  'rule',
  'status',
  'verdict',
  'severity',
  'layer',
  'depth',
  'outcome',
  'state',
  'narrowed',
])

/**
 * The same document with a payload in every text, the names of maps from data included.
 *
 * @param document - one with all kinds of records
 * @param offset - which payload comes first
 */
export function hostile(document: TribunalDocument, offset: number): TribunalDocument {
  let next = offset
  const payload = (): string => `${PAYLOADS[next++ % PAYLOADS.length]} ${next}`
  const plant = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return CLOSED.has(key) && value !== 'timeout' ? value : payload()
    if (Array.isArray(value)) return value.map((item) => plant(item, key))
    if (!isObject(value)) return value
    const open = key === 'covered' || key === 'components'
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [open ? payload() : name, plant(inner, name)]),
    )
  }
  return plant(document, '') as TribunalDocument
}

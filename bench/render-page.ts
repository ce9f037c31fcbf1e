import { readFileSync, writeFileSync } from 'node:fs'
import { decodeDocument } from '../src/report/decode-record.ts'
import { renderHtml } from '../src/report/html/render-html.ts'

// In a process of its own, so that its peak is that of nothing else: what \`tribunal report --html\` does. Prints kilobytes.
const [json = '', html = ''] = process.argv.slice(2)
const decoded = decodeDocument(readFileSync(json, 'utf8'))
if (!('value' in decoded)) throw new Error(decoded.fault)
writeFileSync(html, renderHtml(decoded.value))
console.log(process.resourceUsage().maxRSS)

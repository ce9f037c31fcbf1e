import { expect, test } from 'vitest'
import { docket } from '../../../test/reporter/docket.ts'
import { assemble } from '../assemble.ts'
import { renderHtml } from './render-html.ts'

const empty = assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records: [] })

test('equal documents give equal pages', () => {
  expect(renderHtml(docket())).toBe(renderHtml(JSON.parse(JSON.stringify(docket()))))
})

test('a page asks for nothing and allows nothing but its own style and scripts', () => {
  const html = renderHtml(docket())
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html)!
  expect(policy?.replaceAll('&#x27;', "'").replace(/sha256-[\w+/&#;=]+/g, 'sha256-…')).toBe(
    "default-src 'none'; style-src 'sha256-…'; script-src 'sha256-…'; base-uri 'none'; form-action 'none'",
  )
  expect(html).not.toMatch(/ (?:src|style|on\w+)="/)
})

test('nothing is printed as undefined, null or an object', () => {
  const text = renderHtml(docket())
    .replace(/<(style|script)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
  expect(text).not.toMatch(/undefined|\bnull\b|NaN|\[object/)
})

test('a page of nothing says so', () => {
  expect(renderHtml(empty)).toContain('Nothing was recorded')
})

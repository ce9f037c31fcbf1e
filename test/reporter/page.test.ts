import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '../../src/report/assemble.ts'
import { renderHtml } from '../../src/report/html/render-html.ts'
import { launch, missingBrowser, open } from './browser.ts'
import { docket } from './docket.ts'
import { hostile, PAYLOADS } from './hostile.ts'
import { AXE, FOUND, OPEN_ALL, OVERFLOW } from './in-page.ts'
import { flag, inspectionRecord, trialRecord } from './records.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const missing = missingBrowser()
let browser: Browser

beforeAll(async () => {
  if (missing === undefined) browser = await launch()
})
afterAll(() => browser?.close())
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing)
})

describe('a page in a real browser', { timeout: 60_000 }, () => {
  test.each(PAYLOADS.map((_, offset) => offset))(
    'shows hostile text as text, whichever field it is in (%i)',
    async (offset) => {
      const html = renderHtml(hostile(docket(), offset))
      const { page, requests, noise } = await open(browser, html)
      await page.evaluate(OPEN_ALL)
      await page.mouse.move(300, 300)
      await page.waitForTimeout(30)
      expect({ found: await page.evaluate(FOUND), requests, noise }).toEqual(HARMLESS)
      await page.close()
    },
  )

  test.each([
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
    [768, 'dark'],
    [3840, 'light'],
  ] as const)('fits and is accessible at %i pixels, %s', async (width, colorScheme) => {
    const { page, noise } = await open(browser, renderHtml(docket()), {
      viewport: { width, height: 900 },
      colorScheme,
      bypassCSP: true,
    })
    await page.evaluate(OPEN_ALL)
    const overflow = await page.evaluate(OVERFLOW)
    await page.evaluate(axe)
    const violations = await page.evaluate(AXE)
    expect({ overflow, violations, noise }).toEqual({ overflow: 0, violations: [], noise: [] })
    await page.close()
  })

  test('is readable without script', async () => {
    const { page } = await open(browser, renderHtml(docket()), { javaScriptEnabled: false })
    expect(await page.locator('h1').textContent()).toBe('Refused: 4 under the gate, 1 never checked')
    await page.locator('#inspection-1 > summary').click()
    expect(await page.locator('#inspection-1 .flag').first().textContent()).toContain('incomplete-run')
    expect(await page.locator('.finder').isVisible()).toBe(false)
    await page.close()
  })

  test('filters and searches by keyboard, and keeps the view in the address', async () => {
    const { page } = await open(browser, renderHtml(docket()))
    await page.locator('[name=q]').focus()
    await page.keyboard.type('deploys_token')
    await expect.poll(() => page.locator('.entry:visible').count()).toBe(1)
    await expect.poll(() => page.url()).toContain('#?q=deploys_token')
    await page.reload()
    expect(await page.locator('.entry:visible').count()).toBe(1)
    expect(await page.locator('.found').textContent()).toBe('1 of 26 entries')
    await page.close()
  })

  test('an address that names a call opens its trial', async () => {
    const { page } = await open(browser, renderHtml(docket()), { hash: '#trial-1-step-7' })
    expect(await page.locator('#trial-1-step-7').isVisible()).toBe(true)
    await page.close()
  })

  test('of ten thousand inspections the worst are there at once and the others when asked for', async () => {
    const html = renderHtml(many(10_000))
    const { page, noise } = await open(browser, html)
    expect(Buffer.byteLength(html)).toBeLessThan(30e6)
    expect(await page.locator('#inspections .entry').count()).toBe(200)
    expect(await page.locator('#inspections .entry').first().textContent()).toContain('fail')
    expect(await page.locator('.found').textContent()).toBe('10000 entries')
    await page.locator('.more').click()
    expect(await page.locator('#inspections .entry').count()).toBe(300)
    await page.locator('[name=system]').selectOption('system-24')
    await expect.poll(() => page.locator('.found').textContent()).toBe('270 of 10000 entries')
    await page.locator('[name=q]').fill('run-4242 ')
    await expect.poll(() => page.locator('.entry:visible').count()).toBe(1)
    expect(await page.locator('.entry:visible .part-name').first().textContent()).toBe('execution order')
    await page.locator('.entry:visible > summary').click()
    expect(await page.locator('.entry:visible .flag').count()).toBe(6)
    expect(noise).toEqual([])
    await page.close()
  })

  test('the search finds the words of an entry, wherever it is kept, and no names of ours', async () => {
    const { page } = await open(browser, renderHtml(many(320)))
    const found = async (words: string) => {
      await page.locator('[name=q]').fill(words)
      await page.waitForTimeout(200)
      return page.locator('.found').textContent()
    }
    expect(await found('severities')).toBe('0 of 320 entries')
    expect(await found('"clause 3 of run 310"')).toBe('1 of 320 entries')
    expect(await found('"clause 3 of run 199"')).toBe('1 of 320 entries')
    await page.close()
  })

  test('an address that names what the page has not shows that nothing is picked', async () => {
    const { page } = await open(browser, renderHtml(many(320)), { hash: '#?system=nobody&severity=none&sort=what' })
    const picked = `[...document.querySelectorAll('select')].map(({ selectedOptions: [one] }) => one?.text)`
    expect(await page.evaluate(picked)).toEqual(['all', 'any', 'worst first'])
    await page.close()
  })

  test('an address that names an entry beyond the first ones has it rendered', async () => {
    const { page } = await open(browser, renderHtml(many(320)), { hash: '#inspection-310' })
    expect(await page.locator('#inspection-310').getAttribute('open')).toBe('')
    expect(await page.locator('.entry').count()).toBe(201)
    await page.close()
  })

  test('replies of 10 MB are shown as far as somebody reads, and what they hold stays text', async () => {
    const trial = trialRecord()
    const text = PAYLOADS.join('\n').repeat(11_500)
    expect(text.length).toBeGreaterThan(10e6)
    const events = trial.run.events.map((event) =>
      event.kind === 'slot-replied' ? { ...event, reply: { text, private: { reasoning: text } } } : event,
    )
    const records = [{ ...trial, run: { ...trial.run, events } }]
    const scope = { include: null, narrowed: 'no' } as const
    const html = renderHtml(assemble({ seed: null, scope, level: 'pass', records }))
    expect(html.length).toBeLessThan(1e6)
    const { page, requests, noise } = await open(browser, html)
    await page.evaluate(OPEN_ALL)
    expect(await page.locator('#trial-1 pre', { hasText: 'more characters in tribunal.json' }).count()).toBe(8)
    expect({ found: await page.evaluate(FOUND), requests, noise }).toEqual(HARMLESS)
    await page.close()
  })

  test('what is rendered in the browser is as harmless as what is in the page', async () => {
    const { page, requests, noise } = await open(browser, renderHtml(hostile(many(320), 0)))
    await page.locator('.more').click()
    await page.evaluate(OPEN_ALL)
    expect(await page.locator('.entry').count()).toBe(300)
    expect({ found: await page.evaluate(FOUND), requests, noise }).toEqual(HARMLESS)
    await page.close()
  })
})

const HARMLESS = {
  found: { broken: null, foreign: 0, handlers: [], acting: false },
  requests: [],
  noise: [],
}

function many(count: number) {
  const records = Array.from({ length: count }, (_, index) =>
    inspectionRecord({
      run_id: `run-${index} `,
      system: `system-${index % 37}`,
      verdict: index % 50 === 0 ? 'fail' : 'pass',
      runtime_fidelity: index % 50 === 0 ? 30 : 98,
      flags: Array.from({ length: 6 }, (_, at) =>
        flag('clause-violated', 'warning', `"clause ${at} of run ${index}" does not hold`),
      ),
    }),
  )
  return assemble({ seed: null, scope: { include: null, narrowed: 'no' }, level: 'pass', records })
}

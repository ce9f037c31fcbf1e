import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { assemble } from '../../src/report/assemble.ts'
import { renderHtml } from '../../src/report/html/render-html.ts'
import { launch, missingBrowser, open } from './browser.ts'
import { docket } from './docket.ts'
import { OPEN_ALL, OVERLAPS } from './in-page.ts'
import { inspectionRecord, lawRecord } from './records.ts'

const PICTURES = join(import.meta.dirname, '../../.pictures')
const HISTORY = [60, 75, 90, 85].map((runtime_fidelity, index) => ({
  system: 'oversight',
  run_id: `oversight-${index}`,
  verdict: runtime_fidelity < 70 ? ('partial' as const) : ('pass' as const),
  runtime_fidelity,
  task_effectiveness: 80,
}))
const html = renderHtml(docket(), HISTORY)
const missing = missingBrowser()
let browser: Browser

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true })
  if (missing === undefined) browser = await launch()
})
afterAll(() => browser?.close())
beforeEach((context) => {
  if (missing !== undefined) context.skip(missing)
})

const focused = (page: Page) =>
  page.evaluate('document.activeElement.closest(".entry")?.id ?? document.activeElement.name')
const ids = (page: Page, list: string) =>
  page.locator(`#${list} .entry`).evaluateAll((all) => all.map((one) => (one as unknown as { id: string }).id))

describe('each view', { timeout: 60_000 }, () => {
  test('of the overview says how each system stands and stood', async () => {
    const { page, noise } = await open(browser, html)
    const row = page.locator('.standings tr', { hasText: 'oversight' })
    expect(await row.textContent()).toContain('fidelity from 60 to 85 over 4 earlier inspections')
    expect(await row.locator('polyline').count()).toBe(2)
    expect(await page.locator('.standings tr', { hasText: 'inbox-triage' }).textContent()).toContain('first seen')
    expect(noise).toEqual([])
    await page.close()
  })

  test('of a service has its clauses, and how each was decided', async () => {
    const { page } = await open(browser, html, { hash: '#inspection-1' })
    const services = page.locator('#inspection-1 .services > li')
    expect(await services.locator('summary').allTextContents()).toEqual([
      'timeline completed41.2 s clauses: 2 kept · 1 undecided',
      'causes completed73.9 s clauses: 1 partly kept · 1 kept · 2 undecided',
      'remediation failedtime not stated clauses: 3 violated',
      'owners pendingtime not stated clauses: 2 violated',
      'review pendingtime not stated clauses: 4 violated · 1 undecided',
    ])
    await services.nth(1).locator('summary').click()
    expect(await services.nth(1).locator('.observations > li').first().textContent()).toBe(
      'clause of causes, line 13 partly by rule presentsources/causes.prose.md:13- what causes promises, 2',
    )
    expect(await services.nth(1).locator('.observations > li .tag').allTextContents()).toEqual([
      'partly',
      'no rule can decide it',
      'no rule can decide it',
      'held',
    ])
    await page.close()
  })

  test('of the overview of a run in which nothing is wrong leaves no hole where the refusals would be', async () => {
    const scope = { include: null, narrowed: 'no' } as const
    const records = [inspectionRecord(), lawRecord()]
    const clear = renderHtml(assemble({ seed: null, scope, level: 'pass', records }))
    const { page } = await open(browser, clear, { viewport: { width: 1280, height: 900 } })
    const [title, tallies] = await Promise.all(
      [page.locator('#overview'), page.locator('.tally').first()].map((one) => one.boundingBox()),
    )
    expect(tallies!.x).toBe(title!.x)
    await page.close()
  })

  test('of the overview says what is refused, why, and how to replay it', async () => {
    const { page } = await open(browser, html)
    expect(await page.locator('h1').textContent()).toBe('Refused: 4 under the gate, 1 never checked')
    const [refused, others] = [page.locator('.worst').first(), page.locator('.worst').last()]
    expect(await refused.locator('> li a, > li b').allTextContents()).toEqual([
      'noninterference of support-pipeline',
      'worker-critic · worker-critic-leaky-2c',
      'incident-review · 20260412-221904-c0ffee',
      'release-notes · 20260411-090210-77ad01',
      'scenarios/todo.test.ts',
    ])
    expect(await refused.locator('pre').first().textContent()).toBe(
      "npx vitest run scenarios/laws.test.ts -t 'our pipeline keeps its laws' --sequence.seed 7",
    )
    expect(await others.locator('> li a').allTextContents()).toEqual(['worker-critic · worker-critic-e90c'])
    await refused.locator('> li a').nth(1).click()
    await expect.poll(() => page.locator('#trial-1 .flow').isVisible()).toBe(true)
    await page.close()
  })

  test('of a list says which test made each entry, so that runs of one name are told apart', async () => {
    const { page } = await open(browser, html)
    expect(await page.locator('#inspections .entry > summary .from').first().textContent()).not.toBe('')
    expect(await page.locator('#laws .entry > summary .from').count()).toBe(await page.locator('#laws .entry').count())
    await page.close()
  })

  test('of a trial draws a lane a slot, and each call leads to its brief', async () => {
    const { page } = await open(browser, html, { hash: '#trial-1' })
    const trial = page.locator('#trial-1')
    expect(await trial.locator('.lane-name').allTextContents()).toEqual(['worker', 'critic'])
    expect(await trial.locator('.box .sign').allTextContents()).toEqual(['1', '1', '2', '!'])
    await trial.locator('.box').last().click()
    await expect.poll(() => page.url()).toMatch(/#trial-1-step-7$/)
    await trial.locator('#trial-1-step-7 summary', { hasText: 'Brief' }).click()
    expect(await trial.locator('#trial-1-step-7 pre').first().textContent()).toContain('Criteria: one line')
    await page.close()
  })

  test('of a trial keeps long names of slots inside the drawing', async () => {
    const named = JSON.parse(JSON.stringify(docket()).replaceAll('"critic"', '"WIDE/WIDE/WIDE WIDE WIDE"'))
    const { page } = await open(browser, renderHtml(named), { hash: '#trial-1' })
    const cut = `[...document.querySelectorAll('#trial-1 .lane-name')].map((one) => one.getBBox().x < 0)`
    expect(await page.evaluate(cut)).toEqual([false, false])
    await page.close()
  })

  test('of a failed trial marks the fault, and of a bounded one the bound', async () => {
    const { page } = await open(browser, html)
    expect(await page.locator('.entry', { hasText: 'worker-critic-e90c' }).locator('.box.faulty').count()).toBe(1)
    const bounded = page.locator('#trials .entry', { hasText: 'worker-critic-5b1e90' })
    expect(await bounded.locator('.bound.partial').count()).toBe(1)
    await bounded.locator('> summary').click()
    expect(await bounded.textContent()).toContain('Bound reached: max_rounds = 2')
    await page.close()
  })

  test('of the information flow shows what leaked, with the call that shows it', async () => {
    const { page } = await open(browser, html, { hash: '#trial-1' })
    const flow = page.locator('#trial-1 .flow')
    const cell = flow.locator('tr', { hasText: 'worker.private' }).locator('td').nth(1)
    expect(await cell.textContent()).toContain('leaked')
    await cell.locator('a').click()
    await expect.poll(() => page.url()).toMatch(/#trial-1-step-7$/)
    expect(await flow.locator('tr', { hasText: 'criteria' }).locator('td').allTextContents()).toEqual([
      '– kept out',
      '● must, seen',
    ])
    await page.close()
  })

  test('of a broken law has its runs as swimlanes and its test to copy', async () => {
    const context = await browser.newContext()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { page } = await open(browser, html, { hash: '#law-1' })
    const law = page.locator('#law-1')
    await law.locator('.course > summary').first().click()
    expect(await law.locator('.course .swim:visible').count()).toBe(1)
    await law.locator('.copy').last().click()
    await expect.poll(() => law.locator('.copy').last().textContent()).toMatch(/Copied|Selected/)
    await context.close()
    await page.close()
  })

  test('of planted faults says which law noticed each', async () => {
    const { page } = await open(browser, html)
    const law = page.locator('#laws .entry', { hasText: 'mutants' })
    await law.locator('> summary').click()
    expect(await law.locator('tbody tr').nth(1).textContent()).toBe(
      'an oversight that goes on after an abort results106',
    )
    await page.close()
  })

  test('of arbitrations says why, and which allowed actions came out', async () => {
    const { page } = await open(browser, html)
    const text = await page.locator('#arbitrations .told').textContent()
    expect(text).toContain('1 of 3 actions came out')
    await page.locator('#arbitration-1 > summary').click()
    expect(await page.locator('#arbitration-1 tbody tr').nth(2).textContent()).toBe(
      '3parseparseThe answer holds no JSON object.1',
    )
    await page.close()
  })
})

describe('a reader', { timeout: 60_000 }, () => {
  test.each([
    ['system', 'release-notes', 2],
    ['severity', 'critical', 3],
    ['law', 'noninterference', 1],
  ])('filters by %s, and the address keeps it', async (name, value, count) => {
    const { page } = await open(browser, html)
    await page.locator(`[name=${name}]`).selectOption(value)
    await expect.poll(() => page.locator('.entry:visible').count()).toBe(count)
    expect(page.url()).toContain(`#?${name}=${value}`)
    await page.reload()
    expect(await page.locator('.entry:visible').count()).toBe(count)
    await page.locator('.reset').click()
    expect(await page.locator('.entry').count()).toBe(26)
    await page.close()
  })

  test('hides verdicts', async () => {
    const { page } = await open(browser, html, { hash: '#?hide=pass+partial+info' })
    expect(
      await page
        .locator('.entry:visible')
        .evaluateAll((all) => all.map((one) => (one as unknown as { dataset: { tone: string } }).dataset.tone)),
    ).toEqual(Array(4).fill('fail'))
    await page.close()
  })

  test('orders by scores and by name', async () => {
    const { page } = await open(browser, html)
    await page.locator('[name=sort]').selectOption('effectiveness')
    await expect.poll(async () => (await ids(page, 'inspections'))[0]).toBe('inspection-3')
    await page.locator('[name=sort]').selectOption('name')
    await expect
      .poll(async () => await page.locator('#inspections .entry b').first().textContent())
      .toBe('inbox-triage')
    expect(page.url()).toContain('sort=name')
    await page.close()
  })

  test('walks from entry to entry by keyboard, opens one, and searches', async () => {
    const { page } = await open(browser, html)
    await page.keyboard.press('j')
    expect(await focused(page)).toBe('inspection-1')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    expect(await page.locator('#inspection-2').getAttribute('open')).toBe('')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe('inspection-1')
    await page.keyboard.press('/')
    expect(await focused(page)).toBe('q')
    await page.close()
  })

  test('reaches everything that can be opened with the tab key alone', async () => {
    const { page } = await open(browser, html, { hash: '#?q=worker-critic-leaky' })
    await page.locator('.entry > summary').first().focus()
    await page.keyboard.press('Enter')
    const seen = new Set<unknown>()
    for (let at = 0; at < 40; at += 1) {
      await page.keyboard.press('Tab')
      seen.add(await page.evaluate('document.activeElement.textContent.trim().slice(0, 9)'))
    }
    expect([...seen]).toEqual(expect.arrayContaining(['critic, c', 'leaked', 'Brief 44 ', 'Private k', 'Result 76']))
    await page.close()
  })

  test('prints it: controls are left out, what is well takes a line, what is not is told in full', async () => {
    const { page } = await open(browser, html, { hash: '#trial-1' })
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.finder').isVisible()).toBe(false)
    expect(await page.locator('.copy').first().isVisible()).toBe(false)
    expect(await page.locator('#trial-1 .flow').isVisible()).toBe(true)
    expect(await page.locator('#inspection-1 .flag').first().isVisible()).toBe(true)
    const inFull = `[...document.querySelectorAll('.entry')].filter((one) => one.querySelector('.body').checkVisibility({ contentVisibilityAuto: true })).map(({ id }) => id)`
    expect(await page.evaluate(inFull)).toEqual([
      'inspection-1',
      'inspection-2',
      'trial-1',
      'trial-2',
      'law-1',
      'law-2',
    ])
    const pdf = await page.pdf({ path: join(PICTURES, 'page.pdf'), format: 'A4' })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await page.close()
  })

  test('reads dark ink on light paper, whatever the screen is like', async () => {
    const { page } = await open(browser, html, { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    const colours = `(({ color, backgroundColor }) => [color, backgroundColor])(getComputedStyle(document.body))`
    expect(await page.evaluate(colours)).toEqual(['rgb(29, 27, 38)', 'rgb(255, 255, 255)'])
    await page.close()
  })

  test.each([
    [360, 'light'],
    [360, 'dark'],
    [1280, 'light'],
    [1280, 'dark'],
  ] as const)('sees nothing that lies over something else at %i pixels, %s', async (width, colorScheme) => {
    const { page } = await open(browser, html, { viewport: { width, height: 900 }, colorScheme })
    expect(await page.evaluate(OVERLAPS)).toEqual([])
    await page.screenshot({ path: join(PICTURES, `overview-${width}-${colorScheme}.png`), fullPage: true })
    await page.evaluate(OPEN_ALL)
    expect(await page.evaluate(OVERLAPS)).toEqual([])
    await page.screenshot({ path: join(PICTURES, `open-${width}-${colorScheme}.png`), fullPage: true })
    await page.close()
  })
})

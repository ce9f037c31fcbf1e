import { execFileSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDocument } from '../src/report/assemble.ts'
import type { TribunalDocument } from '../src/report/document.ts'
import { launch, missingBrowser, open } from '../test/reporter/browser.ts'
import type { Fact } from './bench.ts'

// For the compiler only, which then makes of it what the child process runs.
import type {} from './render-page.ts'

/**
 * What a reader of a large page notices: how much memory it takes to make, how large it is, how soon it is there, how it scrolls.
 *
 * @param folder - for the document and its page
 * @param document - all that is on the page
 * @param count - of inspections
 */
export function pageFacts(folder: string, document: TribunalDocument, count: number): Fact[] {
  const [json, html] = [join(folder, `${count}.json`), join(folder, `${count}.html`)]
  const of = (what: string): string => `${count.toLocaleString('en')} inspections, ${what}`
  let seen: Promise<Seen> | undefined
  const look = async (field: keyof Seen) => {
    if (missingBrowser() !== undefined) return undefined
    seen ??= lookAt(readFileSync(html, 'utf8'))
    return (await seen)[field]
  }
  return [
    {
      name: of('peak memory of a process that reads the document and writes the page'),
      unit: 'MB',
      async measure() {
        writeFileSync(json, writeDocument(document))
        return Number(execFileSync(process.execPath, [join(import.meta.dirname, 'render-page.js'), json, html])) / 1e3
      },
    },
    { name: of('size of the page'), unit: 'MB', measure: async () => statSync(html).size / 1e6, reach: 30 },
    { name: of('first paint in Chromium'), unit: 'ms', measure: () => look('paint'), reach: 3_000 },
    { name: of('until it can be searched'), unit: 'ms', measure: () => look('ready'), reach: 3_000 },
    {
      name: of('CPU time of the page for a frame while it scrolls'),
      unit: 'ms',
      measure: () => look('frame'),
      reach: 16,
    },
  ]
}

// Helpers

interface Seen {
  readonly paint: number
  readonly ready: number
  readonly frame: number
}

async function lookAt(html: string): Promise<Seen> {
  const browser = await launch()
  try {
    const { page } = await open(browser, html, { viewport: { width: 1280, height: 900 } })
    await page.waitForFunction("document.querySelector('.found').textContent !== ''")
    const { paint, ready } = (await page.evaluate(LOADED)) as Seen
    const session = await page.context().newCDPSession(page)
    // CPU time of the page's own thread: another process on the same core costs it nothing.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const spent = async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    }
    const before = await spent()
    const frames = (await page.evaluate(SCROLL)) as number
    return { paint, ready, frame: ((await spent()) - before) / frames }
  } finally {
    await browser.close()
  }
}

const LOADED = `({
  paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  ready: performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd,
})`

/** Scrolls as a hurried reader does, 50 pixels a frame. Gives the number of frames. */
const SCROLL = `new Promise((done) => {
  let frames = 0
  const step = () => {
    scrollBy({ top: 50, behavior: 'instant' })
    frames += 1
    frames < 120 ? requestAnimationFrame(step) : done(frames)
  }
  requestAnimationFrame(step)
})`

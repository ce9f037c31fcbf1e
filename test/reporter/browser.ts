import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { emptyFolder } from './run-project.ts'

const CHROMIUM = '/usr/bin/chromium'

/** Why the tests of this file cannot run here; undefined when they can. */
export const missingBrowser = (): string | undefined =>
  existsSync(CHROMIUM) ? undefined : `no Chromium at ${CHROMIUM}: apt-get install chromium, then run this again`

/** Debian's Chromium, with nothing going on behind the page's back. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-sync',
      '--no-first-run',
    ],
  })

/** A page opened from a file, and all that went wrong or went out. */
export interface Opened {
  readonly page: Page
  /** Requests beside the file itself. */
  readonly requests: readonly string[]
  /** Errors, dialogs and what the console said. */
  readonly noise: readonly string[]
}

/**
 * Opens HTML as a person would who double-clicks the file.
 *
 * @param browser - as `launch` gives it
 * @param html - the whole page
 * @param options - of the page, and `hash` for the address
 */
export async function open(
  browser: Browser,
  html: string,
  { hash = '', ...options }: NonNullable<Parameters<Browser['newPage']>[0]> & { hash?: string } = {},
): Promise<Opened> {
  const file = join(await emptyFolder(), 'index.html')
  await writeFile(file, html)
  const url = pathToFileURL(file).href
  const page = await browser.newPage(options)
  const requests: string[] = []
  const noise: string[] = []
  page.on('request', (request) => request.url().split('#')[0] !== url && requests.push(request.url()))
  page.on('console', (message) => noise.push(message.text()))
  page.on('pageerror', (error) => noise.push(error.message))
  page.on('dialog', (dialog) => noise.push(dialog.message()))
  await page.goto(url + hash)
  return { page, requests, noise }
}

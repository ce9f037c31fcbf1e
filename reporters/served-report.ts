import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Vitest } from 'vitest/node'

/** What is served, by its name in the address. */
const FILES: { readonly [name: string]: { readonly file: string; readonly type: string } } = {
  '': { file: 'index.html', type: 'text/html; charset=utf-8' },
  'index.html': { file: 'index.html', type: 'text/html; charset=utf-8' },
  'tribunal.json': { file: 'tribunal.json', type: 'application/json; charset=utf-8' },
}

/**
 * The report on the port of Vitest's user interface. That interface's own token does not cover what plugins serve, so each
 * process has one of ours, and without it nothing is given away, not even whether there is a report.
 */
export class ServedReport {
  /** Where Vite's server hands requests over. */
  readonly mount = '/__tribunal__'
  /** Folder of the report; undefined until Vitest has told its root. */
  folder: string | undefined
  readonly #token = randomBytes(24).toString('base64url')

  /** Path and token, relative to the server. */
  get path(): string {
    return `${this.mount}/?token=${this.#token}`
  }

  /** Where the report is served; undefined where nothing listens. */
  addressOn(vitest: Vitest): string | undefined {
    const base = vitest.vite.resolvedUrls?.local[0]
    return vitest.config.ui && base ? new URL(this.path, base).href : undefined
  }

  /** Answers one request. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const found = FILES[url.pathname.replace(/^\/+/, '')]
    if (!this.#knows(url.searchParams.get('token') ?? ''))
      return answer(response, 403, 'The token is missing or wrong.')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Only GET and HEAD.')
    if (found === undefined || this.folder === undefined) return answer(response, 404, 'There is no such page.')
    try {
      answer(response, 200, await readFile(join(this.folder, found.file)), found.type)
    } catch {
      answer(response, 404, 'The report is not written yet: wait until the tests have run.')
    }
  }

  #knows(token: string): boolean {
    const [own, given] = [Buffer.from(this.#token), Buffer.from(token)]
    return own.length === given.length && timingSafeEqual(own, given)
  }
}

// Helpers

function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

// What is run inside a page. As text, since this package knows no DOM.

/** Opens everything that can be opened. */
export const OPEN_ALL = `for (const one of document.querySelectorAll('details')) one.open = true`

/** Signs that a payload did more than show. */
export const FOUND = `({
  broken: window.broken ?? null,
  foreign: document.querySelectorAll(
    'main img, main iframe, main script, main style, main link, base, main meta, main a:not([href^="#"])',
  ).length,
  handlers: [...document.querySelectorAll('*')]
    .flatMap((one) => one.getAttributeNames())
    .filter((name) => name.startsWith('on')),
  acting: /[\\0-\\x08\\x0e-\\x1f\\x7f-\\x9f\\u200e\\u202a-\\u202e\\u2066-\\u2069\\u2028\\ud800]/.test(document.body.textContent),
})`

/** How far the page is wider than its window. */
export const OVERFLOW = `document.documentElement.scrollWidth - innerWidth`

/** What axe finds, one line each. */
export const AXE = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`

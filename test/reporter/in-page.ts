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

/** Pairs of controls and headings that lie over each other, where a reader sees both. */
export const OVERLAPS = `(() => {
  const all = [...document.querySelectorAll('h1, h2, h3, summary, .finder label, .finder button, button, .call-head, td, th')]
    .filter((one) => one.offsetParent !== null && one.checkVisibility())
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0)
    .sort((a, b) => a.box.top - b.box.top)
  const found = []
  all.forEach(({ one, box }, index) => {
    for (const other of all.slice(index + 1)) {
      if (other.box.top > box.bottom - 2) break
      if (one.contains(other.one) || other.one.contains(one)) continue
      const over = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2
      if (over) found.push(one.textContent.slice(0, 40) + ' / ' + other.one.textContent.slice(0, 40))
    }
  })
  return found
})()`

/** What axe finds, one line each. */
export const AXE = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`

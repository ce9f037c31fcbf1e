// What the page does besides standing there: search, filters, order, and entries beyond the first ones, rendered from data
// when they are asked for. The view is kept in the address after "#?", so that it can be linked.
;(() => {
  document.addEventListener('click', copy)
  for (const button of document.querySelectorAll('.copy')) button.hidden = false
  const form = document.querySelector('.finder')
  // A page of nothing has nothing to find.
  if (!form) return
  const { q, system, severity, law, sort } = form.elements
  const fields = { q, system, severity, law, sort }
  const tones = [...form.querySelectorAll('[name=tone]')]
  const found = form.querySelector('.found')
  const reset = form.querySelector('.reset')
  const FIRST = 200
  const PAGE = 100
  const lists = [...document.querySelectorAll('[data-list]')].map(listOf)
  let timer

  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      for (const list of lists) list.room = FIRST
      history.replaceState(null, '', written() || '#')
      show()
    }, 120)
  })
  reset.addEventListener('click', () => {
    clear()
    history.replaceState(null, '', '#')
    show()
    q.focus()
  })
  document.addEventListener('keydown', move)
  window.addEventListener('hashchange', arrive)
  arrive()

  /** The entries of one section: those in the page, and those that are data. */
  function listOf(section) {
    const place = section.querySelector('.entries')
    const entries = [...place.children].map((node, at) => ({
      node,
      at,
      id: node.id,
      tone: node.dataset.tone,
      system: node.dataset.system,
      name: node.dataset.name ?? '',
      severities: (node.dataset.severities ?? '').split('|'),
      laws: (node.dataset.laws ?? '').split('|'),
      fidelity: Number(node.dataset.fidelity || 101),
      effectiveness: Number(node.dataset.effectiveness || 101),
    }))
    const note = section.querySelector('.rest')
    const more = document.createElement('button')
    more.type = 'button'
    more.className = 'more'
    if (note) note.replaceWith(more)
    else section.append(more)
    let all = note ? undefined : entries
    const list = {
      section,
      place,
      // What is data is read when somebody asks for more than the page shows anyway.
      get entries() {
        all ??= [...entries, ...dataOf(section.id, entries.length)]
        return all
      },
      first: entries,
      total: entries.length + Number(note?.dataset.rest ?? 0),
      more,
      room: FIRST,
      shown: entries.slice(0, FIRST),
    }
    more.addEventListener('click', () => {
      const before = list.shown.length
      list.room += PAGE
      show()
      list.shown[before]?.node?.querySelector('summary')?.focus()
    })
    return list
  }

  function dataOf(section, from) {
    const data = rest()
    const kinds = section === 'inspections' ? ['uninspectable', 'inspections'] : [section]
    return kinds
      .flatMap((kind) => data[kind].map((packed) => ({ view: unpacked(packed), kind: kind.replace(/s$/, '') })))
      .map(({ view, kind }, index) => ({
        view,
        kind,
        at: from + index,
        id: view.id,
        tone: view.tone,
        system: view.system ?? view.composite ?? view.subject ?? view.situation ?? '',
        name: [view.system ?? view.composite ?? view.law ?? view.title, view.run ?? view.subject].join(' '),
        severities: view.severities ?? [],
        laws: view.laws ?? [],
        fidelity: view.scores?.[0].score ?? 101,
        effectiveness: view.scores?.[1].score ?? 101,
      }))
  }

  function rest() {
    rest.data ??= JSON.parse(document.getElementById('rest')?.textContent ?? '{}')
    return rest.data
  }

  /** Packed by pack.ts: an object is the number of its shape and its values, a list is -1 and its items. */
  function unpacked(value) {
    if (!Array.isArray(value)) return value
    const [shape, ...items] = value
    if (shape < 0) return items.map(unpacked)
    // Names are ours, never from data; and without a prototype none of them can mean anything else.
    const object = Object.create(null)
    rest().shapes[shape].forEach((name, index) => {
      object[name] = unpacked(items[index])
    })
    return object
  }

  /** Renders an entry that is data, once. */
  function nodeOf(entry) {
    if (!entry.node) {
      const holder = document.createElement('template')
      // The same templates as in the page: everything in a view is escaped by them.
      holder.innerHTML = templates()[entry.kind](entry.view)
      entry.node = holder.content.firstElementChild
      for (const button of entry.node.querySelectorAll('.copy')) button.hidden = false
    }
    return entry.node
  }

  function templates() {
    if (!templates.made) {
      const runtime = window.Handlebars.create()
      templates.made = {}
      for (const [name, spec] of Object.entries(window.templates)) {
        templates.made[name] = runtime.template(spec)
        runtime.registerPartial(name, templates.made[name])
      }
    }
    return templates.made
  }

  function textOf(entry) {
    entry.text ??= (entry.view ? wordsOf(entry.view) : entry.node.textContent).toLowerCase()
    return entry.text
  }

  /** What stands in a view, without the names of its members. */
  function wordsOf(value) {
    return typeof value === 'object' && value !== null
      ? Object.values(value).map(wordsOf).join(' ')
      : String(value ?? '')
  }

  function show() {
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean)
    const wanted = new Set(tones.filter((box) => box.checked).map((box) => box.value))
    let total = 0
    let hits = 0
    const everything =
      words.length === 0 &&
      wanted.size === tones.length &&
      !system?.value &&
      !severity?.value &&
      !law?.value &&
      !sort.value
    for (const list of lists) {
      if (everything && list.room === FIRST && !list.asked) {
        arrange(list, list.first, list.total)
        list.section.hidden = list.total === 0
        total += list.total
        hits += list.total
        continue
      }
      const matching = list.entries.filter(
        (entry) =>
          wanted.has(entry.tone) &&
          (!system?.value || entry.system === system.value) &&
          (!severity?.value || entry.severities.includes(severity.value)) &&
          (!law?.value || entry.laws.includes(law.value)) &&
          words.every((word) => textOf(entry).includes(word)),
      )
      arrange(list, inOrder(matching), matching.length)
      list.section.hidden = matching.length === 0
      total += list.entries.length
      hits += matching.length
    }
    found.textContent = hits === total ? `${total} ${total === 1 ? 'entry' : 'entries'}` : `${hits} of ${total} entries`
    reset.hidden = hits === total && !sort.value
  }

  function inOrder(entries) {
    const by = sort.value
    if (by === 'name') return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at))
    if (by) return entries.sort((a, b) => a[by] - b[by] || a.at - b.at)
    return entries
  }

  /** Puts the first entries of a list into the page; moves nothing that stands right already. */
  function arrange(list, entries, all) {
    const shown = entries.filter((entry, index) => index < list.room || entry.asked)
    if (shown.length !== list.shown.length || shown.some((entry, index) => entry !== list.shown[index]))
      list.place.replaceChildren(...shown.map(nodeOf))
    list.shown = shown
    const left = all - shown.length
    list.more.hidden = left <= 0
    list.more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`
  }

  function clear() {
    for (const field of Object.values(fields)) if (field) field.value = ''
    for (const box of tones) box.checked = true
  }

  /** Reads the address: a view of the lists, or one entry to open. */
  function arrive() {
    const hash = location.hash.slice(1)
    if (hash.startsWith('?')) {
      const view = new URLSearchParams(hash)
      for (const [name, field] of Object.entries(fields)) {
        if (!field) continue
        field.value = view.get(name) ?? ''
        // A link may name what this page has not.
        if (field.selectedIndex === -1) field.selectedIndex = 0
      }
      const hidden = (view.get('hide') ?? '').split(' ')
      for (const box of tones) box.checked = !hidden.includes(box.value)
    }
    const names = ({ id }) => id && (hash === id || hash.startsWith(`${id}-step-`) || hash.startsWith(`${id}-run-`))
    // Most addresses name no entry, or one that is there.
    const list =
      lists.find(({ first }) => first.some(names)) ??
      (/^[a-z-]+-\d/.test(hash) ? lists.find(({ entries }) => entries.some(names)) : undefined)
    const entry = list?.first.find(names) ?? list?.entries.find(names)
    if (entry) {
      entry.asked = true
      list.asked = !list.first.includes(entry)
      // A link within the view that is open leaves the view as it is.
      if (!entry.node?.isConnected) clear()
    }
    show()
    if (!entry) return
    const node = nodeOf(entry)
    const target = document.getElementById(hash) ?? node
    for (let at = target; at; at = at.parentElement) if (at.matches('details')) at.open = true
    target.scrollIntoView()
  }

  function written() {
    const view = new URLSearchParams()
    for (const [name, field] of Object.entries(fields)) if (field?.value) view.set(name, field.value)
    const hidden = tones.filter((box) => !box.checked).map((box) => box.value)
    if (hidden.length) view.set('hide', hidden.join(' '))
    const text = view.toString()
    return text && `#?${text}`
  }

  /** Copies what stands beside a button; where the clipboard is closed, selects it. */
  async function copy({ target }) {
    const button = target.closest?.('.copy')
    if (!button) return
    const code = button.parentElement.querySelector('pre')
    try {
      await navigator.clipboard.writeText(code.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      button.textContent = 'Selected'
    }
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  }

  /** j and k go from entry to entry, / to the search. */
  function move(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select, textarea')) return
    if (event.key === '/') {
      event.preventDefault()
      q.focus()
    }
    if (event.key !== 'j' && event.key !== 'k') return
    const all = lists.filter(({ section }) => !section.hidden).flatMap(({ shown }) => shown.map(({ node }) => node))
    const at = all.findIndex((node) => node.contains(document.activeElement))
    const next = all[event.key === 'j' ? at + 1 : at < 0 ? all.length - 1 : at - 1]
    next?.querySelector('summary').focus()
  }
})()

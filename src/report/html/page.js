// What the page does besides standing there: search, filter, and entries beyond the first ones, rendered from data when
// they are asked for. The view is kept in the address after "#?", so that it can be linked.
;(() => {
  const form = document.querySelector('.finder')
  const { q, system } = form.elements
  const tones = [...form.querySelectorAll('[name=tone]')]
  const found = form.querySelector('.found')
  const PAGE = 100
  const lists = [...document.querySelectorAll('[data-list]')].map(listOf)
  let timer

  form.hidden = false
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      history.replaceState(null, '', written() || '#')
      show()
    }, 120)
  })
  window.addEventListener('hashchange', arrive)
  arrive()

  /** The entries of one section: those in the page, and those that are data. */
  function listOf(section) {
    const place = section.querySelector('.entries')
    const entries = [...place.children].map((node) => ({
      node,
      id: node.id,
      tone: node.dataset.tone,
      system: node.dataset.system,
    }))
    const note = section.querySelector('.rest')
    const more = note && document.createElement('button')
    if (more) {
      more.type = 'button'
      more.className = 'more'
      note.replaceWith(more)
      entries.push(...dataOf(section.id))
    }
    const list = { section, place, entries, more, room: 0 }
    more?.addEventListener('click', () => {
      list.room += PAGE
      show()
    })
    return list
  }

  function dataOf(section) {
    const data = rest()
    const kinds = section === 'inspections' ? ['uninspectable', 'inspections'] : [section]
    return kinds.flatMap((kind) =>
      data[kind].map((view) => ({
        view,
        kind: kind.replace(/s$/, ''),
        id: view.id,
        tone: view.tone,
        system: view.system ?? view.composite ?? view.subject ?? '',
      })),
    )
  }

  function rest() {
    rest.data ??= JSON.parse(document.getElementById('rest')?.textContent ?? '{}')
    return rest.data
  }

  /** Renders an entry that is data, once. */
  function nodeOf(entry) {
    if (!entry.node) {
      const holder = document.createElement('template')
      // The same templates as in the page: everything in a view is escaped by them.
      holder.innerHTML = templates()[entry.kind](entry.view)
      entry.node = holder.content.firstElementChild
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
    entry.text ??= (entry.view ? JSON.stringify(entry.view) : entry.node.textContent).toLowerCase()
    return entry.text
  }

  function show() {
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean)
    const wanted = new Set(tones.filter((box) => box.checked).map((box) => box.value))
    let total = 0
    let hits = 0
    for (const list of lists) {
      const matching = list.entries.filter(
        (entry) =>
          wanted.has(entry.tone) &&
          (!system?.value || entry.system === system.value) &&
          words.every((word) => textOf(entry).includes(word)),
      )
      // Whoever looks for something gets a page of it beyond the first entries without asking twice.
      arrange(list, matching, list.room + (matching.length < list.entries.length ? PAGE : 0))
      list.section.hidden = matching.length === 0
      total += list.entries.length
      hits += matching.length
    }
    found.textContent = hits === total ? `${total} entries` : `${hits} of ${total} entries`
  }

  function arrange(list, matching, room) {
    const visible = new Set(matching)
    let placed = 0
    for (const entry of list.entries) {
      if (!entry.view) entry.node.hidden = !visible.has(entry)
      else if (visible.has(entry) && (placed < room || entry.asked)) {
        placed += 1
        list.place.append(nodeOf(entry))
      } else entry.node?.remove()
    }
    if (!list.more) return
    const left = matching.filter((entry) => entry.view).length - placed
    list.more.hidden = left <= 0
    list.more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`
  }

  /** Reads the address: a view of the lists, or one entry to open. */
  function arrive() {
    const hash = location.hash.slice(1)
    if (hash.startsWith('?')) {
      const view = new URLSearchParams(hash)
      q.value = view.get('q') ?? ''
      if (system) system.value = view.get('system') ?? ''
      const hidden = (view.get('hide') ?? '').split(' ')
      for (const box of tones) box.checked = !hidden.includes(box.value)
    }
    const entry = lists
      .flatMap(({ entries }) => entries)
      .find(({ id }) => id && (hash === id || hash.startsWith(`${id}-step-`)))
    if (entry) {
      entry.asked = true
      for (const box of tones) box.checked ||= box.value === entry.tone
      if (system) system.value = ''
      q.value = ''
    }
    show()
    if (!entry) return
    const node = nodeOf(entry)
    node.open = true
    const target = document.getElementById(hash) ?? node
    target.scrollIntoView()
  }

  function written() {
    const view = new URLSearchParams()
    if (q.value) view.set('q', q.value)
    if (system?.value) view.set('system', system.value)
    const hidden = tones.filter((box) => !box.checked).map((box) => box.value)
    if (hidden.length) view.set('hide', hidden.join(' '))
    const text = view.toString()
    return text && `#?${text}`
  }
})()

// A button for other sites that shows the newest titles of an organization. The URL of the script names the organization.
// Strict content security policies refuse inline styles and scripts, so the button uses one element with a shadow root.

/** The widget's stylesheet, which the bundler inserts. */
declare const STYLE: string

type Item = { path: string; title: string; date: string; changes: number | null }
type Changelog = { name: string; path: string; items: Item[] }

const script = (document.currentScript ??
  document.querySelector('script[src$="/widget.js"]')) as HTMLScriptElement | null

if (script)
  fetch(new URL('news.json', script.src), { credentials: 'omit' })
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((news: Changelog | null) => news && show(script, news))
    // Without news, the page stays unchanged.
    .catch(() => {})

function show(script: HTMLScriptElement, { name, path, items }: Changelog) {
  const { target, label = 'What’s new', theme } = script.dataset
  const key = `herald:${script.src}`
  const newest = items[0]?.date ?? ''
  // Who is here for the first time has missed nothing.
  const seen = recall(key) ?? newest
  remember(key, seen)
  const isNew = ({ date }: Item) => date > seen
  const missed = items.filter(isNew).length
  const urlOf = (path: string) => new URL(path, script.src).href

  const badge = missed > 0 && make('i', {}, String(missed))
  const button = make('button', { ariaLabel: (badge && `${label}, ${missed} new`) || null }, label, badge)
  const title = make('h2', { id: 'title' }, `What’s new in ${name}`)
  const close = make('button', { ariaLabel: 'Close' }, '✕')
  const panel = make(
    'div',
    { popover: 'auto', role: 'dialog', autofocus: true, tabIndex: -1 },
    make('header', {}, title, close),
    make('ul', { role: 'list' }, ...items.map(showItem)),
    make(
      'footer',
      {},
      make('a', { href: urlOf(path || '/') }, 'See all changes'),
      make('a', { href: urlOf(`${path}/feed.xml`) }, 'Feed'),
    ),
  )
  panel.setAttribute('aria-labelledby', title.id)
  button.popoverTargetElement = panel
  close.popoverTargetElement = panel
  close.popoverTargetAction = 'hide'
  panel.addEventListener('beforetoggle', (event) => {
    // The browser hands the focus back to a button of the page, not to one in a shadow.
    if (event.newState === 'closed' && panel.contains(root.activeElement)) button.focus()
  })
  panel.addEventListener('toggle', (event) => {
    const isOpen = event.newState === 'open'
    const listen = isOpen ? addEventListener : removeEventListener
    for (const name of ['resize', 'scroll']) listen(name, place, true)
    if (!isOpen) return
    place()
    if (badge) badge.remove()
    button.ariaLabel = null
    remember(key, newest)
  })

  const host = make('span', {})
  if (theme) host.style.colorScheme = theme
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]
  root.append(button, panel)
  const wanted = target ? document.querySelector(target) : null
  if (wanted) wanted.append(host)
  else if (script.closest('body')) script.after(host)
  else document.body.append(host)

  function showItem(item: Item) {
    const { path, title, date, changes } = item
    const count = changes ? `, ${changes} ${changes === 1 ? 'change' : 'changes'}` : ''
    return make(
      'li',
      {},
      make(
        'a',
        { href: urlOf(path), className: isNew(item) ? 'new' : '' },
        make('p', {}, make('b', { dir: 'auto' }, title), isNew(item) && make('i', {}, 'New')),
        make('small', {}, dayOf(new Date(date)) + count),
      ),
    )
  }

  /** Below the button and no further right than it, inside the window. */
  function place() {
    const { bottom, right } = button.getBoundingClientRect()
    const { offsetWidth, offsetHeight, style } = panel
    const within = (wish: number, room: number) => `${Math.max(8, Math.min(wish, room - 8))}px`
    style.left = within(right - offsetWidth, innerWidth - offsetWidth)
    style.top = within(bottom + 8, innerHeight - offsetHeight)
  }
}

function dayOf(date: Date): string {
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
  return date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year, timeZone: 'UTC' })
}

/** An element with texts in it, never markup. */
function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string | false)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.filter((child) => child !== false))
  return element
}

// A browser may keep nothing for anyone.

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function remember(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {}
}

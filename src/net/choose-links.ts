/** Pages that describe a company, its products and its customers; the most useful kinds first. */
const preferred = [
  /about|company|who-we-are|our-story|mission/,
  /product|feature|platform|solution|how-it-works|services?$/,
  /pricing|plans/,
  /docs|documentation|guide|getting-started|overview/,
  /customer|case-stud|use-case|blog/,
]
const silent =
  /\/(log-?in|sign-?(in|up)|register|log-?out|cart|checkout|privacy|terms|legal|cookies?|imprint|impressum|search|rss|feed)\b/
const notPages = /\.(?!html?$|php$|aspx?$)[a-z0-9]{2,5}$/

/** The links to read in addition to the home page: on the same site, one of each useful kind first. */
export function chooseLinks(home: string, links: string[], count: number): string[] {
  const site = siteOf(new URL(home))
  const seen = new Set([pathOf(new URL(home))])
  const candidates = links
    .map((link) => URL.parse(link))
    .filter((url): url is URL => url !== null && siteOf(url) === site)
    .filter((url) => {
      const path = pathOf(url)
      if (seen.has(path) || silent.test(path) || notPages.test(path)) return false
      seen.add(path)
      return true
    })
    .map((url) => ({ href: url.href, path: pathOf(url) }))
    .toSorted((a, b) => depth(a.path) - depth(b.path))
  const first = preferred.flatMap((kind) => candidates.find(({ path }) => kind.test(path)) ?? [])
  return [...new Set([...first, ...candidates].map(({ href }) => href))].slice(0, count)
}

/** Two addresses are on one site if their hosts differ at most by `www.`. */
export function siteOf({ protocol, host }: URL): string {
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : ''
}

const pathOf = ({ pathname }: URL) => pathname.toLowerCase().replace(/\/+$/, '') || '/'
const depth = (path: string) => path.split('/').length

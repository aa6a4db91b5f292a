import { siteOf } from '../../net/choose-links.ts'
import { oneOf } from '../../text/pattern.ts'
import {
  atLeastHalf,
  type Check,
  failed,
  judgePages,
  partial,
  passed,
  pathOf,
  quote,
  unknown,
  unread,
} from '../check.ts'
import { type ReadPage, readPages, type SiteFacts } from '../facts.ts'
import { curl, file } from '../fix.ts'

const neededCharacters = 200

const textWithoutJs: Check = {
  id: 'text-without-js',
  name: 'Content without JavaScript',
  tier: 'essential',
  weight: 15,
  why: 'Most AI crawlers run no JavaScript: text that scripts add does not exist for them.',
  judge: (site) =>
    judgePages(
      site,
      ({ characters }) =>
        characters >= neededCharacters ? null : `${characters} characters of text without scripts`,
      { share: atLeastHalf, ok: `Every page has ${neededCharacters} or more characters of text.` },
    ),
  fix: (site) => ({
    text: `Render the text of each page on the server or at build time: at least ${neededCharacters} characters outside scripts and menus.`,
    code: [
      file('Next.js', "// Remove 'use client' from the page, or move its text to a server component."),
      file('Vite', '# Pre-render the routes at build time, for example with vike or vite-react-ssg.'),
    ],
    verify: `curl -s '${site.origin}/' | sed -e 's/<script.*<\\/script>//g' -e 's/<[^>]*>//g'`,
  }),
}

const markdown: Check = {
  id: 'markdown',
  name: 'Markdown version',
  tier: 'recommended',
  weight: 8,
  why: 'Agents read Markdown with fewer tokens and fewer errors than HTML.',
  judge({ markdown, markdownTwin }) {
    if (markdown.isRead && markdown.exists) {
      const varies = markdown.vary.split(',').some((each) => /^(accept|\*)$/i.test(each.trim()))
      if (varies) return passed('Accept: text/markdown returns Markdown, with Vary: Accept.')
      return partial(`Accept: text/markdown returns Markdown, but Vary is ${quote(markdown.vary)}.`)
    }
    if (markdownTwin) return partial(`There is a Markdown version at ${quote(markdownTwin)}.`)
    return markdown.isRead ? failed(`Accept: text/markdown: ${markdown.reason}`) : unread(markdown)
  },
  fix: (site) => ({
    text: 'For requests with Accept: text/markdown, return Markdown with the content type text/markdown and Vary: Accept.',
    code: [
      file(
        'nginx',
        'map $http_accept $markdown { default ""; "~text/markdown" ".md"; }',
        'location / {',
        '  add_header Vary Accept always;',
        '  try_files $uri$markdown $uri $uri/index.html =404;',
        '}',
      ),
      file(
        'Caddy',
        '@markdown header Accept *text/markdown*',
        'header Vary Accept',
        'rewrite @markdown {path}.md',
      ),
      file('HTML', `<link rel="alternate" type="text/markdown" href="${site.origin}/index.md">`),
    ],
    verify: curl(site, '/', "-i -H 'Accept: text/markdown'"),
  }),
}

const canonical: Check = {
  id: 'canonical',
  name: 'Canonical URLs',
  tier: 'recommended',
  weight: 5,
  why: 'The canonical URL is the one to cite if a page has several.',
  judge(site) {
    const pages = readPages(site)
    if (pages.length === 0) return unknown('No page could be read.')
    const wrong = pages.map((page) => wrongCanonical(page, site)).find((each) => each !== null)
    if (wrong) return failed(wrong)
    const missing = pages.filter(({ canonicals }) => canonicals.length === 0)
    if (missing.length === pages.length) return failed('No page has a canonical URL.')
    if (missing.length > 0)
      return partial(
        `Missing on ${missing.length} of ${pages.length} pages, such as ${pathOf(missing[0]?.finalUrl ?? site.origin)}.`,
      )
    const relative = pages.find(({ canonicals }) => !URL.canParse(canonicals[0] ?? ''))
    if (relative)
      return partial(
        `${pathOf(relative.finalUrl)} has a relative one: ${quote(relative.canonicals[0] ?? '')}.`,
      )
    return passed(`Each of ${pages.length} pages names one.`)
  },
  fix: (site) => ({
    text: 'Each page must have exactly one absolute canonical URL of the same site, and that URL must return 200.',
    code: [file('HTML', `<link rel="canonical" href="${site.origin}/">`)],
    verify: `curl -s '${site.origin}/' | grep -i canonical`,
  }),
}

/** What makes the canonical address of a page useless; null if it has none or a good one. */
function wrongCanonical({ canonicals, finalUrl }: ReadPage, { origin, statuses }: SiteFacts): string | null {
  const at = pathOf(finalUrl)
  if (new Set(canonicals).size > 1) return `${at} names ${canonicals.length} canonical addresses.`
  const [written] = canonicals
  if (written === undefined) return null
  const url = URL.parse(written, finalUrl)
  if (written === '' || !url) return `${at}: ${quote(written)} is not an address.`
  if (siteOf(url) !== siteOf(new URL(origin))) return `${at} names another site: ${quote(written)}.`
  const status = statuses[url.href] ?? 200
  return status === 200 ? null : `${at} names ${quote(written)}, which returns status ${status}.`
}

const oneH1: Check = {
  id: 'one-h1',
  name: 'Single main heading',
  tier: 'recommended',
  weight: 4,
  why: 'One h1 says what the page is about.',
  judge: (site) =>
    judgePages(site, ({ h1 }) => (h1 === 1 ? null : `${h1} h1 elements`), {
      share: atLeastHalf,
      ok: 'Every page has exactly one h1.',
    }),
  fix: (site) => ({
    text: 'Give each page exactly one h1, with its topic.',
    code: [file('HTML', `<h1>What ${site.host} does</h1>`)],
    verify: `curl -s '${site.origin}/' | grep -o -i '<h1' | wc -l`,
  }),
}

const titleDescription: Check = {
  id: 'title-description',
  name: 'Titles and descriptions',
  tier: 'recommended',
  weight: 4,
  why: 'Agents choose which result to open by its title and description.',
  judge(site) {
    const pages = readPages(site)
    const isShared = (key: 'title' | 'description', text: string) =>
      pages.filter((page) => page[key] === text).length > 1
    return judgePages(
      site,
      ({ title, description }) => {
        if (title.length < 10 || title.length > 70) return `title of ${title.length} characters`
        if (description.length < 50 || description.length > 200)
          return `description of ${description.length} characters`
        if (isShared('title', title)) return `same title as another page: ${quote(title)}`
        return isShared('description', description) ? 'same description as another page' : null
      },
      { share: atLeastHalf, ok: 'Every page has its own title and description.' },
    )
  },
  fix: (site) => ({
    text: 'Give each page its own title of 10 to 70 characters and description of 50 to 200 characters.',
    code: [
      file(
        'HTML',
        `<title>Pricing - ${site.host}</title>`,
        '<meta name="description" content="What each plan contains and costs, and how to change it.">',
      ),
    ],
    verify: `curl -s '${site.origin}/' | grep -i -E '<title|name="description"'`,
  }),
}

/** Types of an organization or a product in schema.org. */
const namingTypes = new RegExp(
  String.raw`^(https?:\/\/schema\.org\/)?(${oneOf([
    /Organization|Corporation|OnlineBusiness|OnlineStore|LocalBusiness|NGO/,
    /EducationalOrganization|GovernmentOrganization|NewsMediaOrganization|Person|Product/,
    /ProductGroup|SoftwareApplication|WebApplication|MobileApplication|Service|Brand/,
  ])})$`,
  '',
)

const structuredData: Check = {
  id: 'structured-data',
  name: 'Structured data',
  tier: 'recommended',
  weight: 6,
  why: 'JSON-LD states who you are and what you offer, without guessing from the text.',
  judge({ start }) {
    if (start.status !== 200) return unknown(`The home page returned status ${start.status}.`)
    const { blocks, broken, types } = start.structuredData
    if (blocks === 0) return failed('The home page has no JSON-LD.')
    if (broken === blocks) return failed('No JSON-LD block can be parsed.')
    const known = `Types: ${quote([...new Set(types)].join(', '))}.`
    if (broken > 0) return partial(`${broken} of ${blocks} blocks cannot be parsed.`, known)
    if (types.some((type) => namingTypes.test(type))) return passed(known)
    return partial('No block describes an organization or a product.', known)
  },
  fix: (site) => ({
    text: 'Describe your organization or product in JSON-LD on the home page.',
    code: [
      file(
        'HTML',
        '<script type="application/ld+json">',
        `{ "@context": "https://schema.org", "@type": "Organization", "name": "${site.host}", "url": "${site.origin}/" }`,
        '</script>',
      ),
    ],
    verify: `curl -s '${site.origin}/' | grep -A 5 'application/ld+json'`,
  }),
}

const dates: Check = {
  id: 'dates',
  name: 'Last-modified dates',
  tier: 'recommended',
  weight: 3,
  why: 'Answers prefer content that is known to be current.',
  judge(site) {
    const { sitemap } = site
    const pages = readPages(site)
    if (pages.length === 0 && !sitemap.isRead) return unknown('No page and no sitemap could be read.')
    const listed = sitemap.isRead ? sitemap.dates : 0
    const own = pages.flatMap(({ dateModified, lastModified }) => dateModified || lastModified || [])
    const bySitemap = sitemap.isRead && listed * 2 >= sitemap.own && isVaried(sitemap.distinctDates, listed)
    const byPages = own.length * 2 >= pages.length && isVaried(new Set(own).size, own.length)
    const evidence = `The sitemap has ${listed} dates; ${own.length} of ${pages.length} pages have one.`
    if (bySitemap || byPages) return passed(evidence)
    return listed + own.length > 0
      ? partial(evidence, 'They are missing on most pages, or all equal.')
      : failed(evidence)
  },
  fix: (site) => ({
    text: 'State when each page last changed, in the sitemap or in its structured data.',
    code: [
      file('sitemap.xml', `<url><loc>${site.origin}/</loc><lastmod>2026-01-31</lastmod></url>`),
      file('JSON-LD', '"dateModified": "2026-01-31"'),
    ],
    verify: `curl -s '${site.origin}/sitemap.xml' | grep -c lastmod`,
  }),
}

/** True unless several dates are all the same. */
const isVaried = (distinct: number, all: number) => all === 1 || distinct > 1

export const contentChecks = [
  textWithoutJs,
  markdown,
  canonical,
  oneH1,
  titleDescription,
  structuredData,
  dates,
]

import { decodeEntities } from '../markdown/escape.ts'
import { toFetchError } from '../net/fetch-error.ts'
import type { FetchedResponse } from '../net/fetch-response.ts'
import { readHead } from '../net/page-head.ts'
import { toPageText } from '../net/page-text.ts'
import { defineTextTask } from '../text-thread.ts'
import type { Markup, PageFacts } from './facts.ts'

/** Text is counted up to here; a check needs far less. */
export const countedCharacters = 1_000
const maxBlock = 100_000
const maxBlocks = 20
const maxNested = 200
const maxTypes = 50
const maxListed = 5

/** The facts of a page. A long page is read on the text thread; throws a FetchError if that takes too long. */
export async function readPageFacts(
  url: string,
  response: FetchedResponse,
  signal?: AbortSignal,
): Promise<Extract<PageFacts, { isRead: true }>> {
  const { url: finalUrl, status, hops, contentType, headers, text } = response
  const markup = await readMarkupTask
    .run({ html: text, url: finalUrl }, text.length, new URL(url).host, signal)
    .catch((error: unknown) => {
      throw toFetchError(error, `The page ${url} takes too long to read.`)
    })
  const header = (name: string) => (headers[name] ?? '').slice(0, 2_000)
  return {
    ...{ url, isRead: true, finalUrl, status, hops, contentType },
    robotsTag: header('x-robots-tag'),
    link: header('link'),
    contentUsage: header('content-usage'),
    lastModified: header('last-modified'),
    ...markup,
  }
}

export const readMarkupTask = defineTextTask(
  'readiness-page',
  100_000,
  ({ html, url }: { html: string; url: string }) => readMarkup(html, url),
)

/** What the markup of a page says. */
export function readMarkup(html: string, url: string): Markup {
  const { title, links } = readHead(html, url)
  let description = ''
  let h1 = 0
  let markdownLink: string | null = null
  const robotsMeta: Markup['robotsMeta'] = []
  const canonicals: string[] = []
  const blocks: string[] = []
  const attribute = (element: HTMLRewriterTypes.Element, name: string) =>
    decodeEntities(element.getAttribute(name) ?? '').trim()
  new HTMLRewriter()
    .on('meta[name]', {
      element: (element) => {
        const name = attribute(element, 'name').toLowerCase()
        const content = attribute(element, 'content').slice(0, 1_000)
        if (name === 'description') description ||= content
        const isForRobots = ['robots', 'googlebot', 'bingbot'].includes(name)
        if (isForRobots && robotsMeta.length < maxListed) robotsMeta.push({ agent: name, content })
      },
    })
    .on('link[rel]', {
      element: (element) => {
        const kinds = attribute(element, 'rel').toLowerCase().split(/\s+/)
        const href = attribute(element, 'href').slice(0, 2_048)
        if (kinds.includes('canonical') && canonicals.length < maxListed) canonicals.push(href)
        if (!kinds.includes('alternate') || !/^text\/markdown\b/i.test(attribute(element, 'type'))) return
        markdownLink ??= URL.parse(href, url)?.href ?? null
      },
    })
    .on('h1', {
      element: () => {
        h1++
      },
    })
    .on('script[type="application/ld+json" i]', {
      element: () => {
        if (blocks.length < maxBlocks) blocks.push('')
      },
      text: (chunk) => {
        const last = blocks.length - 1
        const block = blocks[last]
        if (block !== undefined && block.length < maxBlock) blocks[last] = block + chunk.text
      },
    })
    .transform(html)
  const { dateModified, ...structuredData } = readBlocks(blocks)
  return {
    ...{ title, description, robotsMeta, canonicals, h1, markdownLink, structuredData, dateModified, links },
    characters: toPageText(html, countedCharacters).length,
  }
}

type Blocks = Markup['structuredData'] & Pick<Markup, 'dateModified'>

function readBlocks(blocks: string[]): Blocks {
  const read: Blocks = { blocks: blocks.length, broken: 0, types: [], dateModified: null }
  for (const block of blocks) {
    try {
      collect(JSON.parse(block), read)
    } catch {
      read.broken++
    }
  }
  return read
}

/** Collects the types and the date of structured data, up to a depth in which real data ends. */
function collect(data: unknown, read: Blocks) {
  const open: unknown[] = [data]
  for (let seen = 0; open.length > 0 && seen < maxNested; seen++) {
    const value = open.shift()
    if (Array.isArray(value)) open.push(...value.slice(0, maxNested))
    if (!value || typeof value !== 'object' || Array.isArray(value)) continue
    const { '@type': type, dateModified } = value as Record<string, unknown>
    const types = [type].flat().filter((each) => typeof each === 'string')
    if (read.types.length < maxTypes) read.types.push(...types.map((each) => each.slice(0, 60)))
    if (typeof dateModified === 'string') read.dateModified ??= dateModified.slice(0, 40)
    open.push(...Object.values(value).filter((each) => typeof each === 'object'))
  }
}

import { decodeEntities } from '../markdown/escape.ts'
import { toLine } from './page-text.ts'

/** Metadata and links of a page; links are absolute, without duplicates, in their order. */
export type PageHead = { title: string; description: string; links: string[] }

const maxLinks = 1000

/** Reads title, description and links of an HTML page that was found at `url`. */
export function readHead(html: string, url: string): PageHead {
  let title = ''
  let titles = 0
  let description = ''
  let base = url
  const links = new Set<string>()
  new HTMLRewriter()
    .on('title', {
      // SVG images in the page have titles as well.
      element: () => {
        titles++
      },
      text: (chunk) => {
        if (titles === 1) title += chunk.text
      },
    })
    .on('meta[name="description" i], meta[property="og:description" i]', {
      element: (element) => {
        description ||= element.getAttribute('content') ?? ''
      },
    })
    .on('base[href]', {
      element: (element) => {
        base = URL.parse(readAttribute(element.getAttribute('href')), url)?.href ?? url
      },
    })
    .on('a[href]', {
      element: (element) => {
        if (links.size === maxLinks) return
        const link = URL.parse(readAttribute(element.getAttribute('href')), base)
        if (!link) return
        link.hash = ''
        links.add(link.href)
      },
    })
    .transform(html)
  return { title: toLine(title, 300), description: toLine(description, 1000), links: [...links] }
}

/** The rewriter returns attributes without decoding them. */
function readAttribute(value: string | null): string {
  return decodeEntities(value ?? '').trim()
}

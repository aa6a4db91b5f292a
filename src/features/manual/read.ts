import { dirname, join } from 'node:path/posix'
import { decodeEntities } from '../../markdown/escape.ts'
import type { ManualIndex, ManualPage, SearchResult } from '../../page/manual.ts'
import { oneLine } from '../../text/line.ts'

/** Groups of pages in Markdown, by their path below `docs/` without `.md`. */
export type Groups = { title: string; pages: Record<string, string> }[]

/** The pages of a manual with their index and search. `root` is the URL of the index. */
export function createManual(root: string, groups: Groups) {
  const sources: Sources = new Map(groups.flatMap(({ pages }) => Object.entries(pages)))
  let sections: Section[] | undefined
  return {
    index: groups.map(({ title, pages }) => ({
      title,
      pages: Object.entries(pages).map(([name, source]) => ({
        title: titleOf(source),
        path: `${root}/${name}`,
      })),
    })) satisfies ManualIndex,
    readPage: (name: string) => readPage(sources, root, name),
    search(query: string): SearchResult[] {
      sections ??= readSections(sources)
      return searchSections(sections, root, query)
    },
  }
}

type Sources = Map<string, string>

/** One page as HTML; null if there is none. */
function readPage(sources: Sources, root: string, name: string): ManualPage | null {
  const source = sources.get(name)
  if (source === undefined) return null
  const html = Bun.markdown.html(source.replace(/^# .+\n/, ''), { headings: { ids: true } })
  return {
    title: titleOf(source),
    path: `${root}/${name}`,
    content: html.replace(localLink, (_, target, text) => {
      const address = toAddress(sources, root, name, target)
      return address === null ? text : `<a href="${address}">${text}</a>`
    }),
    headings: [...html.matchAll(/<h2 id="([^"]*)">(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
      id,
      text: textOf(inner),
    })),
  }
}

const localLink = /<a href="(?!https?:|#|mailto:)([^"]*)">(.*?)<\/a>/gs

const titleOf = (source: string) => /^# (.+)$/m.exec(source)?.[1] ?? ''

/** The URL of a link between pages; null for a file of the repository, which this server does not have. */
function toAddress(sources: Sources, root: string, name: string, target: string): string | null {
  const [file = '', anchor] = target.split('#')
  const page = join(dirname(name), file).replace(/\.md$/, '')
  if (!sources.has(page)) return null
  return `${root}/${page}${anchor === undefined ? '' : `#${anchor}`}`
}

const maxResults = 20
const maxWords = 8

/** The sections that contain every word of a search, those with a word in their heading first. */
function searchSections(sections: Section[], root: string, query: string): SearchResult[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, maxWords)
  if (words.length === 0) return []
  const found = sections.flatMap((section) => {
    const heading = section.heading.toLowerCase()
    const text = `${section.page} ${section.heading} ${section.text}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) return []
    const inHeading = words.filter((word) => heading.includes(word)).length
    return [{ section, inHeading }]
  })
  return found
    .sort((one, other) => other.inHeading - one.inHeading)
    .slice(0, maxResults)
    .map(({ section: { name, page, id, heading, text } }) => ({
      title: heading === page ? page : `${page}: ${heading}`,
      path: `${root}/${name}${id === '' ? '' : `#${id}`}`,
      excerpt: excerptAround(text, words),
    }))
}

type Section = { name: string; page: string; id: string; heading: string; text: string }

/** Each page split at its headings, as plain text. */
function readSections(sources: Sources): Section[] {
  return [...sources].flatMap(([name, source]) => {
    const page = titleOf(source)
    const html = Bun.markdown.html(source, { headings: { ids: true } })
    return html.split(/(?=<h[1-6] id=")/).map((part) => {
      const [head = '', id = '', inner = ''] = /^<h[1-6] id="([^"]*)">([\s\S]*?)<\/h[1-6]>/.exec(part) ?? []
      const isPage = /^<h1 /.test(part)
      return {
        name,
        page,
        id: isPage ? '' : id,
        heading: textOf(inner) || page,
        text: textOf(part.slice(head.length)),
      }
    })
  })
}

const around = 80

function excerptAround(text: string, words: string[]): string {
  const at = Math.max(
    0,
    text.toLowerCase().indexOf(words.find((word) => text.toLowerCase().includes(word)) ?? ''),
  )
  const start = at <= around ? 0 : text.indexOf(' ', at - around) + 1
  const end = text.indexOf(' ', at + around * 2)
  return `${start > 0 ? '… ' : ''}${end < 0 ? text.slice(start) : `${text.slice(start, end)} …`}`
}

const textOf = (html: string) =>
  oneLine(decodeEntities(html.replace(/<\/?(?:code|a|strong|em|kbd)\b[^>]*>/g, '').replace(/<[^>]*>/g, ' ')))

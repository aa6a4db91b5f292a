import { decodeEntities } from '../markdown/escape.ts'
import { runAtOnce, type Sliced } from '../slices.ts'
import { oneLine, shorten } from '../text/line.ts'
import { tellsWhenUpdated } from '../writer/phrases.ts'

/** Long posts have hundreds of thousands of parts. Work on them yields after this many. */
export const partsPerSlice = 2_000

/**
 * Splits a post's HTML into alternating texts and tags. The sanitizer closes every element, quotes every attribute
 * and escapes all other `<` and `>`, so this is a complete parser.
 */
export function* splitContent(content: string): Sliced<string[]> {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const start = content.indexOf('<', from)
    const end = start < 0 ? -1 : content.indexOf('>', start) + 1
    if (end <= 0) break
    parts.push(content.slice(from, start), content.slice(start, end))
    from = end
    if (parts.length % partsPerSlice === 0) yield
  }
  parts.push(content.slice(from))
  return parts
}

/** A heading, a paragraph or a list item: its text, its links, and the index of its tag. */
export type Line = { tag: string; at: number; text: string; links: Link[] }
type Link = { at: number; href: string; text: string }

const block = /^<\/?(?:h[1-6]|p|li|ul|ol|blockquote|pre|table|t[rdh]|thead|tbody|div|section|article|hr)\b/
const opening = /^<(h[1-6]|p|li)\b/

/**
 * Yields the lines of a post, in their order, and null where other work may run between them. The last line is
 * incomplete if the HTML was cut.
 */
export function* readLines(parts: string[]): Generator<Line | null, void> {
  let line: Line | null = null
  let link: Link | null = null
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as string
    if (at % partsPerSlice === 0) yield null
    if (at % 2 === 0) {
      if (line) line.text += part
      if (link) link.text += part
    } else if (block.test(part)) {
      const [, tag] = opening.exec(part) ?? []
      // An item's first paragraph is the text of the item.
      if (tag === 'p' && line?.tag === 'li' && line.text.trim() === '') continue
      if (line && (line.text.trim() || line.links.length > 0)) yield toPlain(line)
      line = tag ? { tag, at, text: '', links: [] } : null
      link = null
    } else if (line && part.startsWith('<a ')) {
      const [, href = ''] = / href="([^"]*)"/.exec(part) ?? []
      link = { at, href: decodeEntities(href), text: '' }
      line.links.push(link)
    } else if (part === '</a>') {
      link = null
    }
  }
}

function toPlain({ text, links, ...line }: Line): Line {
  const plain = (text: string) => oneLine(decodeEntities(text))
  return { ...line, text: plain(text), links: links.map((link) => ({ ...link, text: plain(link.text) })) }
}

/** A link whose text is a pull request, a commit or an issue: `#412`, `8846621`, `ENG-12`. */
export const isReference = ({ text }: { text: string }) =>
  /^(?:#\d+|[0-9a-f]{7,40}|[A-Z][A-Z0-9]*-\d+)$/.test(text)

const maxSaid = 320
const maxHighlights = 5

type Highlight = { title: string; reference: { text: string; href: string } | null }

/**
 * The preview of a post in a list: the first sentences of its first paragraph (without the "updated" line), and the
 * headings under "Highlights", each with the first reference below it.
 */
export function readTeaser(content: string): { summary: string | null; highlights: Highlight[] } {
  let summary: string | null = null
  let section: string | null = null
  const highlights: Highlight[] = []
  for (const line of readLines(runAtOnce(splitContent(content)))) {
    if (line === null) continue
    const { tag, text, links } = line
    if (tag === 'h2') {
      if (section === 'Highlights') break
      section = text
    } else if (section === 'Highlights' && tag === 'h3') {
      if (highlights.length === maxHighlights) break
      highlights.push({ title: text, reference: null })
    } else if (section === 'Highlights') {
      const last = highlights.at(-1)
      if (last) last.reference ??= links.find(isReference) ?? null
    } else if (section === null && tag === 'p' && !tellsWhenUpdated(text)) {
      summary ??= firstSentences(text)
    }
  }
  return { summary, highlights }
}

function firstSentences(text: string): string {
  const sentences = text.match(/.+?(?:[.!?。!?]+(?=\s|$|\P{ASCII})|$)/gu) ?? []
  let said = ''
  for (const sentence of sentences) {
    if (said && said.length + sentence.length > maxSaid) break
    said += sentence
  }
  return shorten(said.trim(), maxSaid)
}

import { withImageUrls, withMarkdownImageUrls } from '../image/address.ts'
import { decodeEntities } from './escape.ts'

// The HTML of posts is sanitized: every element is closed, every attribute is quoted, and all other `<` and `>` are
// escaped. A regular expression therefore reads it completely.

/** A LinkedIn post has at most this many characters. */
export const maxLinkedIn = 3_000
/** A post on X has at most this many characters, of which each URL counts 23 and each wide character two. */
export const maxX = 280
const urlLength = 23
/** Space for the number of a post in a thread: " 120/345". */
const numberLength = 8

/** A post as plain text: list items have bullets or numbers, and links show their URLs. */
export const toPlainText = (html: string): string => readBlocks(html).join('\n\n')

/** A post for LinkedIn, which has no formatting: its title and plain text, cut after a paragraph, and its URL. */
export function toLinkedIn(title: string, html: string, url: string | null): string {
  const end = url === null ? [] : [url]
  const blocks = withTitle(title, readBlocks(html))
  const total = (parts: string[]) => parts.join('\n\n').length
  while (blocks.length > 1 && total([...blocks, ...end]) > maxLinkedIn) blocks.pop()
  const [first = ''] = blocks
  const room = maxLinkedIn - total(['', ...end])
  if (blocks.length === 1 && first.length > room) blocks[0] = `${cut(first, room - 1)}…`
  return [...blocks, ...end].join('\n\n')
}

/** A post as a thread on X: numbered posts that end with a whole sentence where they can. The last one has its URL. */
export function toXThread(title: string, html: string, url: string | null): string[] {
  const most = maxX - numberLength
  const pieces = withTitle(title, readBlocks(html)).flatMap((block) => splitText(block, most))
  const thread: string[] = []
  for (const piece of url === null ? pieces : [...pieces, url]) {
    const last = thread.at(-1)
    const joined = last === undefined ? piece : `${last}\n\n${piece}`
    if (last !== undefined && xLength(joined) <= most) thread[thread.length - 1] = joined
    else thread.push(piece)
  }
  if (thread.length === 1) return thread
  return thread.map((text, index) => `${text} ${index + 1}/${thread.length}`)
}

/** The length of a text as X counts it. */
export function xLength(text: string): number {
  const urls = text.match(urlPattern)?.length ?? 0
  let length = urls * urlLength
  for (const character of text.replace(urlPattern, '')) length += isNarrow(character) ? 1 : 2
  return length
}

/** A post as blocks of WordPress, for its code editor. */
export function toWordPress(html: string): string {
  return splitElements(html)
    .map((element) => {
      const [, tag = ''] = /^<([a-z0-9]+)/.exec(element) ?? []
      const block = wordPressBlocks[tag]
      return block ? block(element) : wrap('html', element)
    })
    .join('\n\n')
}

const wrap = (name: string, html: string, attributes = '') =>
  `<!-- wp:${name}${attributes} -->\n${html}\n<!-- /wp:${name} -->`

const heading = (level: number) => (html: string) =>
  wrap('heading', html, level === 2 ? '' : ` {"level":${level}}`)

const wordPressBlocks: Record<string, (html: string) => string> = {
  p: (html) => wrap('paragraph', html),
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  ul: (html) => wrap('list', html),
  ol: (html) => wrap('list', html, ' {"ordered":true}'),
  pre: (html) => wrap('code', html.replace('<pre>', '<pre class="wp-block-code">')),
  blockquote: (html) => wrap('quote', html.replace('<blockquote>', '<blockquote class="wp-block-quote">')),
  table: (html) => wrap('table', `<figure class="wp-block-table">${html}</figure>`),
  hr: () => wrap('separator', '<hr class="wp-block-separator"/>'),
}

const urlPattern = /https?:\/\/\S+/g

/** Whether X counts a character as one: Latin and its neighbors, and general punctuation. */
const isNarrow = (character: string) => /^[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]$/.test(character)

const isVoid = (tag: string) => ['br', 'hr', 'img', 'input'].includes(tag)

/** The outermost elements of a post. */
function splitElements(html: string): string[] {
  const elements: string[] = []
  let depth = 0
  let current = ''
  for (const part of html.split(/(<[^>]*>)/)) {
    if (depth === 0 && part.trim() === '') continue
    current += part
    const [, closing, tag = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
    if (tag && !isVoid(tag)) depth += closing ? -1 : 1
    if (depth > 0) continue
    elements.push(current)
    current = ''
  }
  return current ? [...elements, current] : elements
}

const endsBlock = /^<\/?(?:h[1-6]|p|blockquote|pre|table|tr|div|section|article|hr|ul|ol|li)\b/

/** The texts of paragraphs, headings, lists and tables. A list is one block with a line for each item. */
function readBlocks(html: string): string[] {
  const blocks: string[] = []
  const lists: { number: number | null }[] = []
  let isCode = false
  let isItem = false
  let text = ''
  let href: { url: string; at: number } | null = null

  function end() {
    const said = isCode ? text.replace(/\n$/, '') : text.replace(/[^\S\n]*\n[^\S\n]*/g, '\n').trim()
    text = ''
    if (said.trim() === '') return
    const list = lists.at(-1)
    if (!list) return blocks.push(said)
    const indent = '  '.repeat(lists.length - 1)
    const mark = isItem ? (list.number === null ? '• ' : `${list.number}. `) : '  '
    if (isItem && list.number !== null) list.number++
    isItem = false
    const line = `${indent}${mark}${said}`
    const isFirst = isListStart
    isListStart = false
    if (isFirst || blocks.length === 0) return blocks.push(line)
    blocks[blocks.length - 1] += `\n${line}`
  }
  let isListStart = false

  for (const [at, part] of html.split(/(<[^>]*>)/).entries()) {
    if (at % 2 === 0) {
      const plain = decodeEntities(part)
      text += isCode ? plain : plain.replace(/\s+/g, ' ')
      continue
    }
    const [, closing, tag = ''] = /^<(\/?)([a-z0-9]+)/.exec(part) ?? []
    if (tag === 'br') text += '\n'
    if (tag === 'img') text += decodeEntities(/ alt="([^"]*)"/.exec(part)?.[1] ?? '')
    if (tag === 'td' || tag === 'th') text += closing ? ' | ' : ''
    if (tag === 'a' && !closing)
      href = { url: decodeEntities(/ href="([^"]*)"/.exec(part)?.[1] ?? ''), at: text.length }
    if (tag === 'a' && closing && href) {
      if (/^https?:/.test(href.url) && !text.slice(href.at).includes(href.url)) text += ` (${href.url})`
      href = null
    }
    if (!endsBlock.test(part)) continue
    if (tag === 'tr') text = text.replace(/ \| $/, '')
    end()
    if (tag === 'pre') isCode = !closing
    if (tag === 'li') isItem = !closing
    if (tag !== 'ul' && tag !== 'ol') continue
    if (closing) lists.pop()
    else {
      if (lists.length === 0) isListStart = true
      lists.push({ number: tag === 'ol' ? 1 : null })
    }
  }
  end()
  return blocks
}

/** The blocks below the title, which the text may repeat. */
const withTitle = (title: string, blocks: string[]) => (blocks[0] === title ? blocks : [title, ...blocks])

/** Splits a text into parts of at most `most` characters as X counts them: after sentences, otherwise between words. */
function splitText(text: string, most: number): string[] {
  const parts: string[] = []
  let current = ''
  for (const word of text.split(/(?<=\n)|(?<=[.!?]\s)|(?<=\s)/)) {
    if (current !== '' && xLength((current + word).trimEnd()) > most) {
      const [whole = '', rest = ''] = splitSentence(current)
      parts.push(whole.trimEnd())
      current = rest + word
    } else current += word
    while (xLength(current.trimEnd()) > most && !/^https?:\/\/\S+$/.test(current.trim())) {
      const head = cutToX(current, most)
      parts.push(head)
      current = current.slice(head.length)
    }
  }
  if (current.trim()) parts.push(current.trimEnd())
  return parts
}

/** The whole sentences or lines of a text and what follows; the whole text if it has no end in its second half. */
function splitSentence(text: string): [string, string] {
  const ends = [...text.matchAll(/[.!?]\s|\n/g)].map(({ index, 0: end }) => index + end.length)
  const last = ends.findLast((end) => end >= text.length / 2)
  return last === undefined ? [text, ''] : [text.slice(0, last), text.slice(last)]
}

function cutToX(text: string, most: number): string {
  let end = 0
  let length = 0
  for (const character of text) {
    length += isNarrow(character) ? 1 : 2
    if (length > most) break
    end += character.length
  }
  return text.slice(0, end)
}

/** The beginning of a text without half a character. */
const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** Gives the images of a copied text their whole addresses. */
export const imageUrls = { inHtml: withImageUrls, inMarkdown: withMarkdownImageUrls }

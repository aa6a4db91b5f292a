import { type MarkedToken, type Token, type Tokens, walkTokens } from 'marked'
import { oneLine, withHyphens } from '../text/line.ts'
import { decodeEntities, escapeMarkdown } from './escape.ts'
import { readTokens } from './tokens.ts'

type Rules = {
  /** The URL to use for a link; null to remove a foreign one. */
  resolve(href: string): string | null
  /** Removes bullets without a link. */
  provenBulletsOnly?: boolean
}

/**
 * Rebuilds Markdown that a model wrote: without HTML, images and foreign links, and with all other text escaped. The
 * text of removed links stays.
 */
export function rebuildMarkdown(markdown: string, rules: Rules): string {
  const tokens = readTokens(markdown).filter(({ type }) => type !== 'space')
  // The title has its own field.
  if (tokens[0]?.type === 'heading' && tokens[0].depth === 1) tokens.shift()
  const rebuilt = blocks(tokens, rules)
  if (staysWithin(rebuilt, rules)) return `${rebuilt}\n`
  // Some nested structures parse differently after writing; then only the plain text is used.
  const lines = plainText(markdown).split(/\n+/)
  return `${lines.map((line) => escapeText(line.trim())).join('\n\n')}\n`
}

function staysWithin(markdown: string, { resolve }: Rules): boolean {
  const { addresses, hasHtml } = outgoing(markdown)
  return !hasHtml && addresses.every((address) => resolve(address) === address)
}

/** The visible text of Markdown without markup, one paragraph per line. */
export function plainText(markdown: string): string {
  return plainTextOf(readTokens(markdown))
}

/** The plain text of Markdown without its code: neither code blocks nor inline code. */
export function textWithoutCode(markdown: string): string {
  const tokens = readTokens(markdown)
  walkTokens(tokens, (token) => {
    if (token.type === 'codespan') token.text = ' '
  })
  return plainTextOf(tokens)
}

/** The text of parsed Markdown. */
export const plainTextOf = (tokens: Token[]) =>
  tokens
    .map((token) => linesOf(token as MarkedToken))
    .filter(Boolean)
    .join('\n\n')

/** One line of prose without markup; code keeps its backticks. */
export function plainInline(markdown: string): string {
  const tokens = readTokens(oneLine(markdown))
  return tokens
    .map((token) => ('tokens' in token && token.tokens ? say(token.tokens, '`') : leaf(token as MarkedToken)))
    .join(' ')
}

/** URLs that Markdown links to or loads from, and whether it contains HTML. */
export function outgoing(markdown: string): { addresses: string[]; hasHtml: boolean } {
  const addresses: string[] = []
  let hasHtml = false
  walkTokens(readTokens(markdown), (token) => {
    if (token.type === 'link' || token.type === 'image') addresses.push(token.href)
    if (token.type === 'html') hasHtml = true
  })
  return { addresses, hasHtml }
}

function blocks(tokens: Token[], rules: Rules, between = '\n\n'): string {
  return tokens
    .map((token) => block(token as MarkedToken, rules))
    .filter(Boolean)
    .join(between)
}

function block(token: MarkedToken, rules: Rules): string {
  switch (token.type) {
    case 'heading':
      return `${'#'.repeat(Math.max(2, token.depth))} ${oneLine(inlines(token.tokens, rules))}`
    case 'paragraph':
      return inlines(token.tokens, rules).trim()
    case 'text':
      return (token.tokens ? inlines(token.tokens, rules) : escapeText(token.text)).trim()
    case 'list':
      return list(token, rules)
    case 'code':
      return code(token)
    case 'blockquote':
      return blocks(token.tokens, rules).replace(/^/gm, '> ')
    case 'table':
      return table(token, rules)
    case 'hr':
      return '---'
    default:
      return ''
  }
}

function list({ items, ordered, start, loose }: Tokens.List, rules: Rules): string {
  const kept = rules.provenBulletsOnly ? items.filter((item) => linksSomewhere(item, rules)) : items
  return kept
    .map((item, index) => {
      const mark = ordered ? `${Number(start || 1) + index}. ` : '- '
      return (
        mark +
        blocks(item.tokens, rules, loose ? '\n\n' : '\n').replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
      )
    })
    .join('\n')
}

function linksSomewhere(item: Tokens.ListItem, { resolve }: Rules): boolean {
  let found = false
  walkTokens(item.tokens, (token) => {
    if (token.type === 'link' && resolve(token.href) !== null) found = true
  })
  return found
}

function code({ text, lang }: Tokens.Code): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${/^[\w-]+/.exec(lang ?? '')?.[0] ?? ''}\n${text}\n${fence}`
}

function table({ header, rows, align }: Tokens.Table, rules: Rules): string {
  const row = (cells: Tokens.TableCell[]) =>
    `| ${cells.map(({ tokens }) => oneLine(inlines(tokens, rules))).join(' | ')} |`
  return [row(header), `|${align.map(() => ' --- |').join('')}`, ...rows.map(row)].join('\n')
}

function inlines(tokens: Token[], rules: Rules): string {
  return joinTexts(tokens as MarkedToken[])
    .map((token) => inline(token, rules))
    .join('')
}

/** Joins neighboring text tokens: `\\@everyone` renders as a mention although its sign is a separate token. */
function joinTexts(tokens: MarkedToken[]): MarkedToken[] {
  const joined: MarkedToken[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    const isText = token.type === 'escape' || (token.type === 'text' && !token.tokens)
    if (isText && last?.type === 'text' && !last.tokens) last.text += token.text
    else joined.push(isText ? { type: 'text', raw: token.raw, text: token.text, escaped: false } : token)
  }
  return joined
}

function inline(token: MarkedToken, rules: Rules): string {
  switch (token.type) {
    case 'strong':
      return wrap('**', inlines(token.tokens, rules))
    case 'em':
      return wrap('*', inlines(token.tokens, rules))
    case 'del':
      return wrap('~~', inlines(token.tokens, rules))
    case 'codespan':
      return token.text.includes('`') ? escapeText(token.text) : `\`${token.text}\``
    case 'br':
      return '  \n'
    case 'link':
      return link(token, rules)
    case 'image':
      return escapeText(token.text)
    case 'text':
    case 'escape':
      return escapeText(token.text)
    default:
      return ''
  }
}

function link({ href, tokens }: Tokens.Link, rules: Rules): string {
  const address = rules.resolve(href)
  const text = inlines(tokens, { ...rules, resolve: () => null }).trim()
  if (address) return `[${text || 'source'}](${address})`
  return looksLikeAddress(say(tokens, '')) ? '' : text
}

function wrap(mark: string, text: string): string {
  return text.trim() ? `${mark}${text.trim()}${mark}` : text
}

function linesOf(token: MarkedToken): string {
  switch (token.type) {
    case 'list':
      return token.items
        .map((item) => `- ${item.tokens.map((each) => linesOf(each as MarkedToken)).join('\n')}`)
        .join('\n')
    case 'blockquote':
      return token.tokens.map((each) => linesOf(each as MarkedToken)).join('\n\n')
    case 'table':
      return [token.header, ...token.rows]
        .map((row) => row.map(({ tokens }) => say(tokens, '').trim()).join(', '))
        .join('\n')
    case 'heading':
    case 'paragraph':
      return say(token.tokens, '').trim()
    case 'text':
      return token.tokens ? say(token.tokens, '').trim() : leaf(token)
    default:
      return leaf(token)
  }
}

function say(tokens: Token[], tick: string): string {
  return (tokens as MarkedToken[])
    .map((token) => {
      if (token.type === 'codespan') return `${tick}${token.text}${tick}`
      if (token.type === 'br' || (token.type === 'html' && lineBreak.test(token.raw))) return '\n'
      if (token.type === 'link' && looksLikeAddress(token.text)) return ''
      return 'tokens' in token && token.tokens ? say(token.tokens, tick) : leaf(token)
    })
    .join('')
}

const lineBreak = /^<(?:br|hr|p|div|li)[\s/>]/i

function leaf(token: MarkedToken): string {
  return token.type === 'text' || token.type === 'escape' || token.type === 'image'
    ? decodeEntities(token.text)
    : ''
}

function looksLikeAddress(text: string): boolean {
  return /:\/\/|\bwww\.|\S@\S/i.test(text)
}

function escapeText(text: string): string {
  return escapeMarkdown(withHyphens(decodeEntities(text)))
}

import { barrier, erased } from './fold.ts'

const maxTarget = 1_000
const deepest = 8

/** Removes from the folded copy what a reader of the answer does not see as text: code, link targets, tags. */
export function hideUnseen(codes: Uint16Array, text: string): void {
  hideFences(codes, text)
  hideInlineCode(codes, text)
  hideIndentedCode(codes, text)
  hideTargets(codes, text)
  hideDefinitions(codes, text)
  hideTags(codes, text)
  hideEntities(codes, text)
}

/** An unclosed fence extends to the end, as in rendered Markdown. */
function hideFences(codes: Uint16Array, text: string): void {
  if (!text.includes('```') && !text.includes('~~~')) return
  const fence = /^[ \t]*(?:[-*+>]|\d{1,9}[.)])?[ \t>]*(`{3,}(?=[^`\n]*$)|~{3,}).*$/gm
  for (let open = fence.exec(text); open; open = fence.exec(text)) {
    const mark = open[1] ?? ''
    const close = new RegExp(`^[ \\t>]*${mark[0]}{${mark.length},}[ \\t]*$`, 'gm')
    close.lastIndex = fence.lastIndex
    const end = close.exec(text) ? close.lastIndex : text.length
    codes.fill(barrier, open.index, end)
    fence.lastIndex = end
  }
}

/** Code between backticks: as many on either side, in one paragraph. */
function hideInlineCode(codes: Uint16Array, text: string): void {
  if (!text.includes('`')) return
  const span = /(?<![`\\])(`{1,3})(?!`)((?:(?!\n\s*\n)[\s\S])+?)(?<!`)\1(?!`)/g
  for (const { index, 0: whole } of text.matchAll(span)) codes.fill(barrier, index, index + whole.length)
}

/** Lines that are indented by four spaces or a tab after an empty line, outside of lists. */
function hideIndentedCode(codes: Uint16Array, text: string): void {
  if (!/\n(?: {4}|\t)/.test(`\n${text}`)) return
  let at = 0
  let isInList = false
  let isAfterBlank = true
  for (const line of text.split('\n')) {
    const isIndented = /^(?: {4}|\t)\s*\S/.test(line)
    const isItem = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/.test(line)
    if (isItem) isInList = true
    else if (/^\S/.test(line)) isInList = false
    const isCode: boolean = isIndented && !isInList && isAfterBlank
    if (isCode) codes.fill(barrier, at, at + line.length)
    // Further lines of the block follow without an empty one.
    isAfterBlank = isCode || line.trim() === ''
    at += line.length + 1
  }
}

/** The target of `[label](target "title")` and the reference of `[label][reference]`. */
function hideTargets(codes: Uint16Array, text: string): void {
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const end = findClosing(text, at + 1)
    if (end > 0) codes.fill(barrier, at, end)
  }
  for (let at = text.indexOf(']['); at >= 0; at = text.indexOf('][', at + 2)) {
    const end = text.indexOf(']', at + 2)
    if (end > 0 && end - at < 100) codes.fill(barrier, at, end + 1)
  }
}

/** Position of the closing parenthesis, on the same line and not too far away; 0 if there is none. */
function findClosing(text: string, open: number): number {
  const last = Math.min(text.length, open + maxTarget)
  let depth = 0
  for (let at = open; at < last; at++) {
    const character = text[at]
    if (character === '(' && ++depth > deepest) return 0
    if (character === ')' && --depth === 0) return at + 1
    if (character === '\n') return 0
  }
  return 0
}

/** `[reference]: target`; a footnote, `[^1]: words`, is text. */
function hideDefinitions(codes: Uint16Array, text: string): void {
  if (!text.includes(']:')) return
  const definition = /^[ \t]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*(?:<|\/|#|www\.|[a-z]+:).*$/gim
  for (const { index, 0: line } of text.matchAll(definition)) codes.fill(barrier, index, index + line.length)
}

/** A tag that only changes the style of letters does not split a name; `<https://acme.com>` is not a tag. */
function hideTags(codes: Uint16Array, text: string): void {
  if (!text.includes('<')) return
  const tag = /<!--[\s\S]*?(?:-->|$)|<\/?([a-z][a-z0-9-]*)(?:\s[^<>]*|\/)?>/gi
  for (const { index, 0: whole, 1: name = '' } of text.matchAll(tag))
    codes.fill(
      /^(?:a|abbr|b|code|em|i|mark|small|span|strong|u)$/i.test(name) ? erased : barrier,
      index,
      index + whole.length,
    )
}

/** Only the first character of `&amp;` is visible. */
function hideEntities(codes: Uint16Array, text: string): void {
  for (let at = text.indexOf('&amp;'); at >= 0; at = text.indexOf('&amp;', at + 5))
    codes.fill(erased, at + 1, at + 5)
}

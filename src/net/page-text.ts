import { decodeEntities } from '../markdown/escape.ts'
import { oneLine, plainLines } from '../text/line.ts'

/** Elements that are not part of the readable text. */
const furniture =
  'script, style, noscript, template, svg, iframe, nav, select, textarea, button, dialog, title'
/** Elements that start a new line. */
const blocks =
  'address, article, aside, blockquote, br, caption, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul'
/** Markup after this is ignored: the main text comes before. */
const maxMarkup = 500_000
/** An entity is up to ten times as long as its character. */
const maxEntity = 10

/** The main text of an HTML page, without scripts, styles, menus or forms; at most `maxCharacters`. */
export function toPageText(html: string, maxCharacters: number): string {
  const bare = new HTMLRewriter()
    .on(furniture, {
      element: (element) => {
        element.remove()
      },
    })
    .transform(html)
  return plainLines(textOf(bare.slice(0, maxMarkup), maxCharacters), maxCharacters)
}

/** A short text from markup, with its entities decoded and on one line. */
export function toLine(markup: string, maxCharacters: number): string {
  return oneLine(plainLines(textOf(markup.slice(0, maxMarkup), maxCharacters), maxCharacters))
}

/** The text of markup, by the runtime's own parser, which handles hostile nesting in one pass. */
function textOf(markup: string, maxCharacters: number): string {
  const most = maxCharacters * maxEntity
  const parts: string[] = []
  let length = 0
  const add = (part: string) => {
    if (length > most) return
    parts.push(part)
    length += part.length
  }
  new HTMLRewriter()
    .on(blocks, {
      element: (element) => {
        add('\n')
        if (element.canHaveContent) element.onEndTag(() => add('\n'))
      },
    })
    .onDocument({ text: ({ text }) => add(text.replace(/\s+/g, ' ')) })
    .transform(markup)
  return decodeEntities(parts.join(''))
}

import { decodeEntities } from '../markdown/escape.ts'
import { oneLine, plainLines } from '../text/line.ts'

/** What a person who reads the page would not call its text. */
const furniture =
  'script, style, noscript, template, svg, iframe, nav, select, textarea, button, dialog, title'
/** What stands on lines of its own. */
const blocks =
  'address, article, aside, blockquote, br, caption, dd, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, td, th, tr, ul'
/** Markup past this is not looked at: what a page has to say stands before. */
const maxMarkup = 500_000
/** An entity is up to ten times as long as what it stands for. */
const maxEntity = 10

/** The text of an HTML page without what surrounds it: no scripts, styles, menus or forms; at most `maxCharacters`. */
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

/** The words of markup, read by the runtime's own parser: it takes hostile nesting in one pass. */
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

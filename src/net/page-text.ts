import { compile } from 'html-to-text'
import { oneLine, plainLines } from '../text/line.ts'

/** What a person who reads the page would not call its text. */
const furniture =
  'script, style, noscript, template, svg, iframe, nav, select, textarea, button, dialog, title'
/** Markup past this is not looked at: what a page has to say stands before. */
const mostMarkup = 500_000

const toText = compile({
  wordwrap: false,
  limits: { maxDepth: 100, maxInputLength: mostMarkup, ellipsis: '' },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ...['table', 'tr', 'td', 'th'].map((selector) => ({ selector, format: 'block' })),
  ],
})

/** The text of an HTML page without what surrounds it: no scripts, styles, menus or forms; at most `maxCharacters`. */
export function toPageText(html: string, maxCharacters: number): string {
  const bare = new HTMLRewriter()
    .on(furniture, {
      element: (element) => {
        element.remove()
      },
    })
    .transform(html)
  return plainLines(toText(bare.slice(0, mostMarkup)), maxCharacters)
}

/** A short text from markup, with its entities decoded and on one line. */
export function toLine(markup: string, maxCharacters: number): string {
  return oneLine(plainLines(toText(markup), maxCharacters))
}

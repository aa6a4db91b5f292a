import sanitizeHtml from 'sanitize-html'
import { oneLine } from '../text/line.ts'
import { decodeEntities } from './escape.ts'

const safe: sanitizeHtml.IOptions = {
  allowedTags: [...sanitizeHtml.defaults.allowedTags, 'h1', 'h2', 'img', 'del', 'ins'],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    code: ['class'],
    th: ['align'],
    td: ['align'],
  },
  allowedClasses: { code: [/^language-[\w-]+$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }) },
}

/** HTML of a post's Markdown that any page may show: no scripts, styles, frames or handlers survive. */
export function renderMarkdown(markdown: string): string {
  // Bun's own renderer: native and linear, where a parser in JavaScript took minutes over hostile lists and emphasis.
  return sanitizeHtml(Bun.markdown.html(flatten(markdown), { autolinks: true }), safe).trim()
}

/** Nobody reads quotations and lists that are more than a hundred deep, and each level costs more than the one before. */
function flatten(markdown: string): string {
  return markdown.replace(tooDeep, '$1')
}

const mark = '[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))'
const tooDeep = new RegExp(`^((?:${mark}){100})(?:${mark})+`, 'gm')

/** The text of the first heading, null when there is none. */
export function firstHeading(markdown: string): string | null {
  const [, html = ''] = /<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/.exec(Bun.markdown.html(markdown)) ?? []
  return textOf(html) || null
}

/** The texts of the third-level headings under a second-level one of this name. */
export function headingsUnder(markdown: string, name: string): string[] {
  const sections = Bun.markdown.html(flatten(markdown)).split(/<h[12][^>]*>/)
  const section = sections.find((each) => textOf(each.split('</h2>', 1)[0] ?? '') === name) ?? ''
  return [...section.matchAll(/<h3[^>]*>([\s\S]*?)<\/h3>/g)]
    .map(([, html = '']) => textOf(html))
    .filter(Boolean)
}

function textOf(html: string): string {
  return oneLine(decodeEntities(sanitizeHtml(html, { allowedTags: [], allowedAttributes: {} })))
}

import sanitizeHtml from 'sanitize-html'
import { readImagePath } from '../image/address.ts'
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
  transformTags: {
    a: sanitizeHtml.simpleTransform('a', { rel: 'nofollow noopener' }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...sizeOf(attribs.src) } }),
  },
}

/** The size of a stored image, so that the text below does not move when it is loaded. */
function sizeOf(source = ''): Record<string, string> {
  const image = readImagePath(source)
  return image ? { width: String(image.width), height: String(image.height) } : {}
}

/** Renders a post's Markdown as safe HTML: without scripts, styles, frames or event handlers. */
export function renderMarkdown(markdown: string): string {
  // Bun's own renderer: native and linear. A JavaScript parser took minutes for hostile lists and emphasis.
  return sanitizeHtml(Bun.markdown.html(flatten(markdown), { autolinks: true }), safe).trim()
}

/** Cuts quotes and lists nested more than a hundred levels: each level costs more than the one before. */
function flatten(markdown: string): string {
  return markdown.replace(tooDeep, '$1')
}

const mark = '[ \\t]*(?:>|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))'
const tooDeep = new RegExp(`^((?:${mark}){100})(?:${mark})+`, 'gm')

/** The text of the first heading; null if there is none. */
export function firstHeading(markdown: string): string | null {
  const [, html = ''] = /<h[1-6][^>]*>([\s\S]*?)<\/h[1-6]>/.exec(Bun.markdown.html(markdown)) ?? []
  return textOf(html) || null
}

/** The texts of the third-level headings in the second-level section with this name. */
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

import TurndownService from 'turndown'
import { cleanPaste, styleAttribute } from './clean-paste.ts'

/** The Markdown of clipboard HTML; empty if it has no text. */
export function toMarkdown(html: string): string {
  const doc = new DOMParser().parseFromString(withoutStyles(html), 'text/html')
  cleanPaste(doc)
  return converter.turndown(doc.body).trim()
}

/** The content security policy refuses inline styles, also in a parsed document. */
const withoutStyles = (html: string) =>
  withoutStyleElements(html).replace(/(<[a-z][^<>]*?\s)style(?=\s*=)/gi, `$1${styleAttribute}`)

/** An element that is not closed reaches to the end, as in a browser. */
function withoutStyleElements(html: string): string {
  const [first = '', ...rest] = html.split(/<style\b/i)
  return first + rest.map((part) => part.slice(endOfStyle(part))).join('')
}

function endOfStyle(part: string): number {
  const close = /<\/style\s*>/i.exec(part)
  return close ? close.index + close[0].length : part.length
}

const converter = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '_',
  hr: '---',
})
converter.addRule('deleted', {
  filter: (node) => ['DEL', 'S', 'STRIKE'].includes(node.nodeName),
  replacement: (content) => `~~${content}~~`,
})
// The library indents by four characters.
converter.addRule('item', {
  filter: 'li',
  replacement(content, node) {
    const list = node.parentNode
    const isOrdered = list?.nodeName === 'OL'
    const place = list ? [...list.children].indexOf(node) : 0
    const start = Number((isOrdered && list instanceof Element && list.getAttribute('start')) || 1)
    const mark = isOrdered ? `${start + place}. ` : '- '
    const indented = content.trim().replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    return `${mark}${indented}${node.nextSibling ? '\n' : ''}`
  },
})

const cellsOf = (row: Node) => [...row.childNodes].filter(({ nodeName }) => /^T[DH]$/.test(nodeName))

converter.addRule('cell', {
  filter: ['th', 'td'],
  replacement: (content) =>
    ` ${content
      .trim()
      .replace(/\s*\n\s*/g, ' ')
      .replace(/(?<!\\)\|/g, '\\|')} |`,
})
converter.addRule('row', {
  filter: 'tr',
  replacement(content, row) {
    const isHead = row.closest('table')?.querySelector('tr') === row
    return `\n|${content}${isHead ? `\n|${'-|'.repeat(cellsOf(row).length)}` : ''}`
  },
})
converter.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
converter.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` })

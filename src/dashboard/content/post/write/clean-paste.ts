// Makes clipboard HTML of Google Docs, Word and web pages plain, so that a converter reads it correctly.

const without =
  'script,style,meta,link,title,template,noscript,iframe,object,embed,form,input,button,svg,math,colgroup'
/** Where the document has the inline style of an element. */
export const styleAttribute = 'data-style'
const skippedMark = /mso-list:\s*ignore/i

/** Changes an inert document in place: it has only elements with a Markdown form, and safe addresses. */
export function cleanPaste(doc: Document): void {
  removeComments(doc)
  for (const each of doc.querySelectorAll(without)) each.remove()
  // Elements of Office, such as o:p.
  for (const each of [...doc.getElementsByTagName('*')]) if (each.localName.includes(':')) unwrap(each)
  // Google Docs wraps the whole text in a bold element.
  for (const each of doc.querySelectorAll('b,strong'))
    if (/^docs-internal-guid/.test(each.id) || /font-weight:\s*(normal|400)/.test(styleOf(each))) unwrap(each)
  readStyles(doc)
  nestLists(doc)
  for (const each of doc.querySelectorAll('li>p:only-of-type,td>p:only-child,th>p:only-child')) unwrap(each)
  addTableHeads(doc)
  readWordLists(doc)
  for (const each of doc.querySelectorAll('a[href]')) cleanLink(each)
  for (const each of doc.querySelectorAll('img'))
    if (!/^https?:/i.test(each.getAttribute('src') ?? '')) each.remove()
}

const styleOf = (element: Element) => element.getAttribute(styleAttribute) ?? ''
const unwrap = (element: Element) => element.replaceWith(...element.childNodes)

function rename(element: Element, name: string): void {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

function removeComments(node: Node): void {
  for (const child of [...node.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove()
    else removeComments(child)
  }
}

/** Bold, italic, struck and code text that only a style describes. */
function readStyles(doc: Document): void {
  for (const each of doc.querySelectorAll('span')) {
    const style = styleOf(each)
    if (skippedMark.test(style)) continue
    const name = nameOf(style)
    if (name && !each.closest('h1,h2,h3,h4,h5,h6,a') && each.textContent?.trim()) rename(each, name)
  }
}

function nameOf(style: string): string | null {
  if (/font-family:[^;]*(mono|courier|consolas)/i.test(style)) return 'code'
  if (/font-weight:\s*(bold|[6-9]00)/.test(style)) return 'strong'
  if (/font-style:\s*italic/.test(style)) return 'em'
  return /text-decoration:[^;]*line-through/.test(style) ? 'del' : null
}

/** Google Docs puts a nested list next to its item, not into it. */
function nestLists(doc: Document): void {
  for (const each of doc.querySelectorAll('ul>ul,ul>ol,ol>ul,ol>ol')) {
    const previous = each.previousElementSibling
    if (previous?.localName === 'li') previous.append(each)
  }
}

/** A Markdown table begins with a head. */
function addTableHeads(doc: Document): void {
  for (const table of doc.querySelectorAll('table')) {
    if (table.querySelector('th')) continue
    for (const cell of [...(table.querySelector('tr')?.children ?? [])]) rename(cell, 'th')
  }
}

/** Word writes each item of a list as a paragraph with its level. */
function readWordLists(doc: Document): void {
  let open: Element[] = []
  for (const paragraph of doc.querySelectorAll('p[class^=MsoListParagraph]')) {
    const level = Number(/level(\d)/.exec(styleOf(paragraph))?.[1] ?? 1)
    const mark = [...paragraph.querySelectorAll('span')].find((each) => skippedMark.test(styleOf(each)))
    const kind = /^\s*[\da-z]+[.)]/i.test(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    if (!paragraph.previousElementSibling || paragraph.previousElementSibling !== open[0]) open = []
    open.length = Math.min(open.length, level)
    while (open.length < level) {
      const list = doc.createElement(kind)
      const outer = open.at(-1)
      if (outer) (outer.lastElementChild ?? outer).append(list)
      else paragraph.before(list)
      open.push(list)
    }
    const item = doc.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)?.append(item)
    paragraph.remove()
  }
}

/** Keeps links to the web and to mail, without the detour that Google Docs adds. */
function cleanLink(link: Element): void {
  const written = link.getAttribute('href') ?? ''
  const [, wrapped] = /^https?:\/\/(?:www\.)?google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(written) ?? []
  const href = wrapped === undefined ? written : decode(wrapped)
  if (/^(https?:|mailto:)/i.test(href)) link.setAttribute('href', href)
  else unwrap(link)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

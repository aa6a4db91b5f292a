/** The programs that build a site from Markdown files, one for each post. */
const builders = ['astro', 'hugo', 'docusaurus', 'next', 'jekyll'] as const
export type Builder = (typeof builders)[number]

/** Those, and a changelog file of all posts. */
export const siteKinds = [...builders, 'changelog'] as const
export type SiteKind = (typeof siteKinds)[number]

/** Where each looks for posts, unless a person says otherwise. */
export const usualPaths: Record<SiteKind, string> = {
  astro: 'src/content/blog/{slug}.md',
  hugo: 'content/posts/{slug}.md',
  docusaurus: 'blog/{date}-{slug}.md',
  next: 'content/{slug}.mdx',
  jekyll: '_posts/{date}-{slug}.md',
  changelog: 'CHANGELOG.md',
}

export type SitePost = {
  title: string
  slug: string
  description: string
  publishedAt: Date
  updatedAt: Date
  markdown: string
}

/** Why a path cannot be used, as the sentence of an error; null if it can. */
export function checkPath(kind: SiteKind, template: string): string | null {
  if (!/^[\w./{}-]{1,200}$/.test(template) || !/\.(md|mdx|markdown)$/.test(template))
    return 'path must be the path of a Markdown file, such as content/posts/{slug}.md'
  if (template.startsWith('/') || template.split('/').some((part) => part === '' || /^\.+$/.test(part)))
    return 'path must be relative to the root of the repository'
  if (/^\.git(hub)?(\/|$)/.test(template)) return 'path must not be in .git or .github'
  if (kind === 'changelog')
    return /[{}]/.test(template) ? 'path must contain no placeholder: all posts are in one file' : null
  if (!template.includes('{slug}')) return 'path must contain {slug}, so that each post has its own file'
  const unknown = /\{(?!slug\}|date\})[^}]*\}?/.exec(template)
  return unknown ? `path must contain no other placeholder than {slug} and {date}` : null
}

const dayIn = (date: Date) => date.toISOString().slice(0, 10)

/** The path of the file of a post. */
export const pathOfPost = (template: string, { slug, publishedAt }: SitePost) =>
  template.replaceAll('{slug}', slug).replaceAll('{date}', dayIn(publishedAt))

/**
 * The file of a post at `path`: front matter as the site expects it, and the text, of which the site runs nothing.
 */
export function writeSiteFile(kind: Builder, path: string, post: SitePost): string {
  const text = withoutTitle(post).trim()
  const fields = Object.entries(frontMatterOf(kind, post)).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  )
  const isMdx = path.endsWith('.mdx') || kind === 'docusaurus' || kind === 'next'
  return `---\n${fields.join('\n')}\n---\n\n${escapeTemplates(kind, isMdx ? escapeMdx(text) : text)}\n`
}

function frontMatterOf(kind: Builder, { title, slug, description, publishedAt, updatedAt }: SitePost) {
  const [date, changed] = [publishedAt.toISOString(), updatedAt.toISOString()]
  switch (kind) {
    case 'astro':
      return { title, description, pubDate: date, updatedDate: changed }
    case 'hugo':
      return { title, date, lastmod: changed, draft: false, description }
    case 'docusaurus':
      return { slug, title, description, date }
    case 'next':
      return { title, description, date }
    case 'jekyll':
      return { layout: 'post', title, date }
  }
}

/** Escapes templates. Hugo and Jekyll run them before they read Markdown, so in code too. */
function escapeTemplates(kind: Builder, text: string): string {
  if (kind === 'jekyll') return text.replace(/\{(?=[{%])/g, '{{ "{" }}')
  if (kind !== 'hugo') return text
  const [before = '', ...rest] = text.split(/\{\{(?=[<%])/)
  return before + rest.map(escapeShortcode).join('')
}

/** A text that starts in a shortcode: Hugo prints what is in a comment. One without an end gets an invisible space. */
function escapeShortcode(text: string): string {
  const [sign = ''] = text
  const end = text.indexOf(sign === '<' ? '>}}' : '%}}', 1)
  const inside = text.slice(1, Math.max(end, 1))
  if (inside === '' || inside.includes('*/')) return `{\u200b{${text}`
  return `{{${sign}/*${inside}*/${text.slice(end)}`
}

/**
 * Escapes what MDX runs outside of code blocks. A block that may end earlier, and all that may be blocks behind it, are
 * escaped like text: that shows in them, but runs nothing.
 */
function escapeMdx(text: string): string {
  const lines = text.split('\n')
  const parts: string[] = []
  let prose: string[] = []
  let isCertain = !fenceInContainer.test(text)
  const addProse = () => {
    if (prose.length > 0) parts.push(escapeMdxProse(prose.join('\n')))
    prose = []
  }
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? ''
    const [, indent = '', marks = ''] = /^([ \t]*)(`{3,}(?=[^`]*$)|~{3,})/.exec(line) ?? []
    const end = marks && (indent === '' || isCertain) ? findEnd(lines, index, indent, marks) : null
    if (end === null && marks && indent === '') {
      prose.push(...lines.slice(index))
      break
    }
    if (end === null) {
      if (marks) isCertain = false
      prose.push(line)
      index++
    } else {
      addProse()
      parts.push(...lines.slice(index, end))
      index = end
    }
  }
  addProse()
  return parts.join('\n')
}

const fenceInContainer = /^[ \t]*(?:(?:[-*+>]|\d+[.)]|\[\^[^\]\n]*\]:)[ \t]*)+(?:`{3}|~{3})/m

/** The index behind the last line of a code block; null if a list, a quote or an admonition may end it earlier. */
function findEnd(lines: string[], start: number, indent: string, marks: string): number | null {
  const closing = new RegExp(`^\\s*${marks}${marks[0]}*\\s*$`)
  if (indent.includes('\t')) return null
  for (let end = start + 1; end < lines.length; end++) {
    const line = lines[end] ?? ''
    if ((line.trim() !== '' && !line.startsWith(indent)) || /^\s*:{3,}\s*$/.test(line)) return null
    if (closing.test(line)) return end + 1
  }
  return indent === '' ? lines.length : null
}

/** Escapes braces, tags and statements. A code span with such signs becomes an element, which escapes can be in. */
function escapeMdxProse(text: string): string {
  const pattern = /\\[\s\S]|(`+)(?!`)([^\n]*?[^`\n])\1(?!`)|`+|[{}<]|^(?:import|export)\b/gm
  return text.replace(pattern, (whole, _, code?: string) => {
    if (code !== undefined)
      return /[{}<]/.test(code) ? `<code>${code.trim().replace(/[^a-z\d ]/giu, encode)}</code>` : whole
    if (/^\\?[{}<]$/.test(whole)) return encode(whole.slice(-1))
    return /^[ie]/.test(whole) ? encode(whole.slice(0, 1)) + whole.slice(1) : whole
  })
}

const encode = (sign: string) => `&#${sign.codePointAt(0)};`

/** The Markdown of a post without its title, for a place that shows the title itself. */
export function withoutTitle({ markdown, title }: Pick<SitePost, 'markdown' | 'title'>): string {
  const [whole = '', heading = ''] = /^\s*# +([^\n]+)\n*/.exec(markdown) ?? []
  return heading.trim() === title ? markdown.slice(whole.length) : markdown
}

/** The programs that build a site from Markdown files. */
export const siteKinds = ['astro', 'hugo', 'docusaurus', 'next', 'jekyll'] as const
export type SiteKind = (typeof siteKinds)[number]

/** Where each looks for posts, unless a person says otherwise. */
export const usualPaths: Record<SiteKind, string> = {
  astro: 'src/content/blog/{slug}.md',
  hugo: 'content/posts/{slug}.md',
  docusaurus: 'blog/{date}-{slug}.md',
  next: 'content/{slug}.mdx',
  jekyll: '_posts/{date}-{slug}.md',
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
export function checkPath(template: string): string | null {
  if (!/^[\w./{}-]{1,200}$/.test(template) || !/\.(md|mdx|markdown)$/.test(template))
    return 'path must be the path of a Markdown file, such as content/posts/{slug}.md'
  if (template.startsWith('/') || template.split('/').some((part) => part === '' || /^\.+$/.test(part)))
    return 'path must be relative to the root of the repository'
  if (/^\.git(hub)?(\/|$)/.test(template)) return 'path must not be in .git or .github'
  if (!template.includes('{slug}')) return 'path must contain {slug}, so that each post has its own file'
  const unknown = /\{(?!slug\}|date\})[^}]*\}?/.exec(template)
  return unknown ? `path must contain no other placeholder than {slug} and {date}` : null
}

const dayIn = (date: Date) => date.toISOString().slice(0, 10)

/** The path of the file of a post. */
export const pathOfPost = (template: string, { slug, publishedAt }: SitePost) =>
  template.replaceAll('{slug}', slug).replaceAll('{date}', dayIn(publishedAt))

/** The file of a post: front matter as the site expects it, and the text, which the site cannot take for code. */
export function writeSiteFile(kind: SiteKind, post: SitePost): string {
  const text = withoutTitle(post)
  const fields = Object.entries(frontMatterOf(kind, post)).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  )
  return `---\n${fields.join('\n')}\n---\n\n${outsideCode(text.trim(), escapes[kind])}\n`
}

function frontMatterOf(kind: SiteKind, { title, slug, description, publishedAt, updatedAt }: SitePost) {
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

/** Signs that the site would run or fail on. */
const escapes: Record<SiteKind, (text: string) => string> = {
  astro: (text) => text,
  hugo: (text) => text.replace(/\{\{(?=[<%])/g, '{&#123;'),
  docusaurus: escapeMdx,
  next: escapeMdx,
  jekyll: (text) => text.replace(/\{(?=[{%])/g, '&#123;'),
}

function escapeMdx(text: string): string {
  return text.replace(/[{}]/g, (sign) => (sign === '{' ? '&#123;' : '&#125;')).replaceAll('<', '&lt;')
}

const fence = /^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]* *$|(?![\s\S]))/gm

/** Changes a Markdown text outside of code blocks and code spans. */
function outsideCode(text: string, change: (text: string) => string): string {
  const code = new RegExp(`${fence.source}|(\`+)(?!\`)[\\s\\S]*?[^\`]\\3(?!\`)`, 'gm')
  let result = ''
  let end = 0
  for (const match of text.matchAll(code)) {
    result += change(text.slice(end, match.index)) + match[0]
    end = match.index + match[0].length
  }
  return result + change(text.slice(end))
}

function withoutTitle({ markdown, title }: SitePost): string {
  const [whole = '', heading = ''] = /^\s*# +([^\n]+)\n*/.exec(markdown) ?? []
  return heading.trim() === title ? markdown.slice(whole.length) : markdown
}

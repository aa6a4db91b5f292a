import { describe, expect, test } from 'bun:test'
import { checkPath, pathOfPost, siteKinds, usualPaths, writeSiteFile } from '../../src/markdown/site-files.ts'

const post = {
  title: 'Acme "1.4": exports',
  slug: 'acme-1-4',
  description: 'Exports.',
  publishedAt: new Date('2026-03-04T12:00:00Z'),
  updatedAt: new Date('2026-03-05T12:00:00Z'),
  markdown: '# Acme "1.4": exports\n\nText.',
}

test('the usual path of each site is allowed, and has the slug and the day of the post', () => {
  for (const site of siteKinds) expect([site, checkPath(usualPaths[site])]).toEqual([site, null])
  expect(pathOfPost(usualPaths.jekyll, post)).toBe('_posts/2026-03-04-acme-1-4.md')
})

test.each([
  ['/posts/{slug}.md', 'relative to the root'],
  ['../{slug}.md', 'relative to the root'],
  ['.github/workflows/{slug}.md', '.git or .github'],
  ['posts/all.md', 'must contain {slug}'],
  ['posts/{slug}.yml', 'Markdown file'],
  ['posts/{slug}-{id}.md', 'no other placeholder'],
])('the path %s is refused', (path, part) => {
  expect(checkPath(path)).toContain(part)
})

test('a file has the front matter of its site, and the title only there', () => {
  const fields = (site: (typeof siteKinds)[number]) => {
    const [, front = '', text = ''] =
      /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(writeSiteFile(site, post)) ?? []
    expect([site, text]).toEqual([site, 'Text.\n'])
    return Bun.YAML.parse(front) as object
  }
  expect(fields('hugo')).toEqual({
    title: post.title,
    date: '2026-03-04T12:00:00.000Z',
    lastmod: '2026-03-05T12:00:00.000Z',
    draft: false,
    description: 'Exports.',
  })
  expect(fields('jekyll')).toMatchObject({ layout: 'post', title: post.title })
  expect(fields('astro')).toMatchObject({ pubDate: '2026-03-04T12:00:00.000Z' })
  expect(fields('docusaurus')).toMatchObject({ slug: 'acme-1-4' })
  expect(Object.keys(fields('next'))).toEqual(['title', 'description', 'date'])
})

describe('what a site would run is escaped outside of code', () => {
  const code = '`{{ a }}`\n\n```js\nconst a = {<b>}\n{% run %}\n```\n'
  const markdown = `{{< run >}} {% run %} {{ run }} <Run />\n\n${code}`
  const textOf = (site: (typeof siteKinds)[number]) => writeSiteFile(site, { ...post, markdown })

  test.each([...siteKinds])('of %s', (site) => {
    const text = textOf(site)
    expect(text).toContain(code.trim())
    const prose = text.slice(text.indexOf('---\n\n'), text.indexOf('`{{'))
    if (site === 'hugo') expect(prose).not.toMatch(/\{\{[<%]/)
    if (site === 'jekyll') expect(prose).not.toMatch(/\{[{%]/)
    if (site === 'docusaurus' || site === 'next') expect(prose).not.toMatch(/[{}<]/)
    if (site === 'astro') expect(prose).toContain('{{< run >}}')
  })
})

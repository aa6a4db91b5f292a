import { describe, expect, test } from 'bun:test'
import {
  type Builder,
  checkPath,
  pathOfPost,
  siteKinds,
  usualPaths,
  writeSiteFile,
} from '../../src/markdown/site-files.ts'

const post = {
  title: 'Acme "1.4": exports',
  slug: 'acme-1-4',
  description: 'Exports.',
  publishedAt: new Date('2026-03-04T12:00:00Z'),
  updatedAt: new Date('2026-03-05T12:00:00Z'),
  markdown: '# Acme "1.4": exports\n\nText.',
}

test('the usual path of each site is allowed, and has the slug and the day of the post', () => {
  for (const site of siteKinds) expect([site, checkPath(site, usualPaths[site])]).toEqual([site, null])
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
  expect(checkPath('hugo', path)).toContain(part)
})

test('a file has the front matter of its site, and the title only there', () => {
  const fields = (site: Builder) => {
    const [, front = '', text = ''] =
      /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(
        writeSiteFile(site, pathOfPost(usualPaths[site], post), post),
      ) ?? []
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

/** The text of a file of a post with this Markdown. */
function textOf(site: Builder, markdown: string, path = pathOfPost(usualPaths[site], post)) {
  return writeSiteFile(site, path, { ...post, markdown })
    .split('---\n\n')[1]
    ?.trimEnd()
}

describe('what a site would run is escaped', () => {
  const block = '```js\nconst a = {<b>}\nimport c\n```'

  test.each([
    ['braces and tags', '{process.env.X} <Run />', '&#123;process.env.X&#125; &#60;Run />'],
    ['escaped braces', '\\{a\\} \\\\{b}', '&#123;a&#125; \\\\&#123;b&#125;'],
    ['a code span', 'Press `{ a_b }` now', 'Press <code>&#123; a&#95;b &#125;</code> now'],
    ['backticks of two paragraphs', 'Press ` {a}\n\nand ` again', 'Press ` &#123;a&#125;\n\nand ` again'],
    ['an escaped backtick', '\\`{a}\\`', '\\`&#123;a&#125;\\`'],
    ['statements', "import x from 'y'\n\nexport const a", "&#105;mport x from 'y'\n\n&#101;xport const a"],
    ['a code block', `{a}\n\n${block}\n\n{b}`, `&#123;a&#125;\n\n${block}\n\n&#123;b&#125;`],
    [
      'a code block in a list',
      '- A\n\n  ```\n  {a}\n  ```\n{b}',
      '- A\n\n  ```\n  {a}\n  ```\n&#123;b&#125;',
    ],
    ['a code block that a list ends', '- A\n  ```\n{a}\n  ```', '- A\n  ```\n&#123;a&#125;\n  ```'],
    [
      'a code block beside a list mark',
      '- ~~~\n  ```\n  ~~~\n  {a}\n  ```',
      '- ~~~\n  ```\n  ~~~\n  &#123;a&#125;\n  ```',
    ],
    [
      'a code block that an admonition ends',
      ':::tip\n```\n:::\n{a}\n```',
      ':::tip\n```\n:::\n&#123;a&#125;\n```',
    ],
  ])('of MDX: %s', (_, markdown, escaped) => {
    expect(textOf('docusaurus', markdown)).toBe(escaped)
    expect(textOf('astro', markdown, 'src/content/a.mdx')).toBe(escaped)
    expect(textOf('astro', markdown)).toBe(markdown)
  })

  test.each([
    ['{{< run a >}} {{% run %}}', '{{</* run a */>}} {{%/* run */%}}'],
    ['```\n{{< run >}}\n```', '```\n{{</* run */>}}\n```'],
    ['{{< a {{< b >}} {{</* c */>}}', '{\u200b{< a {{</* b */>}} {\u200b{</* c */>}}'],
    ['{{ a }}', '{{ a }}'],
  ])('of Hugo: %j', (markdown, escaped) => {
    expect(textOf('hugo', markdown)).toBe(escaped)
  })

  test.each([
    ['{% run %} {{ a }}', '{{ "{" }}% run %} {{ "{" }}{ a }}'],
    ['```\n{% include x %}\n```', '```\n{{ "{" }}% include x %}\n```'],
  ])('of Jekyll: %j', (markdown, escaped) => {
    expect(textOf('jekyll', markdown)).toBe(escaped)
  })
})

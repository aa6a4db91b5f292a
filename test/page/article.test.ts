import { expect, test } from 'bun:test'
import { drawArticle } from '../../src/page/article.ts'
import { runAtOnce } from '../../src/slices.ts'

const site = {
  ...{ origin: 'https://acme.example', root: '', path: '/c/acme', name: 'Acme', website: null },
  ...{ url: 'https://acme.example/c/acme', lastingUrl: 'https://acme.example/c/acme', home: '/c/acme' },
  ...{
    ...{
      intro: null,
      accent: null,
      logo: null,
      icon: null,
      externalImages: false,
      slug: 'acme',
      subscriptions: false,
      links: [],
    },
    totals: { changelog: 1, blog_post: 0 },
    createdAt: new Date(0),
  },
}
const files = { stylesheet: '', icon: '' }

/** The page of a post with this HTML. */
function drawSliced(content: string) {
  const entry = {
    ...{
      path: '/c/acme/one',
      lastingUrl: 'https://acme.example/c/acme/1',
      title: 'Title',
      kind: 'changelog' as const,
    },
    ...{ version: null, publishedAt: new Date(0), changedAt: new Date(0), tally: null, content },
  }
  return drawArticle({ site, entry, highlights: [], picture: null, older: null, newer: null }, files)
}

const draw = (content: string) => runAtOnce(drawSliced(content))

const describe = (content: string) => /<meta name="description" content="([^"]*)"/.exec(draw(content))?.[1]

test('the description of a page is the first paragraph, looked for at the beginning of a long post', () => {
  expect(describe('<ul><li>one</li></ul><p>What it says.</p>')).toBe('What it says.')
  expect(describe(`<ul>${'<li>one</li>'.repeat(2_000)}</ul><p>What it says.</p>`)).toBe('Title')
})

test('a long list under More Updates shows its first 12 items, and the rest is folded', () => {
  const items = (count: number) => `<ul>${'<li>One</li>'.repeat(count)}</ul>`
  const body = (content: string) => draw(content).replace(/<(\w+) id="[^"]*">/g, '<$1>')
  const page = body(`<h2>More Updates</h2><h3>Bug Fixes</h3>${items(20)}<h3>Documentation</h3>${items(15)}`)
  expect(page).toContain(
    `<ul>${'<li>One</li>'.repeat(12)}</ul><details><summary>8 more</summary><ul>${'<li>One</li>'.repeat(8)}</ul></details>`,
  )
  expect(page).toContain(items(15))
  expect(body(`<h2>Highlights</h2>${items(20)}`)).toContain(items(20))
  const nested = `<ul>${`<li>One<ul><li>Two</li></ul></li>`.repeat(16)}</ul>`
  expect(body(`<h2>More Updates</h2>${nested}`)).toContain(
    '</ul><details><summary>4 more</summary><ul><li>One<ul><li>Two</li></ul></li>',
  )
})

test('the page of a post with a hundred thousand tags is drawn in slices', () => {
  const rows = '<tr><td>x</td><td>y</td></tr>'.repeat(17_000)
  const work = drawSliced(`<table>${rows}</table><ul>${'<li>a</li>'.repeat(25_000)}</ul>`)
  let slices = 0
  while (!work.next().done) slices++
  expect(slices).toBeGreaterThan(200)
})

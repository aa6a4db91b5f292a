import { expect, test } from 'bun:test'
import { drawArticle } from '../../src/page/article.ts'

const site = {
  ...{ origin: 'https://acme.example', path: '/c/acme', name: 'Acme', website: null },
  ...{ totals: { changelog: 1, blog_post: 0 }, createdAt: new Date(0) },
}
const files = { stylesheet: '', icon: '' }

/** The description of a page about a post with this HTML. */
function describe(content: string) {
  const entry = {
    ...{ path: '/c/acme/one', lastingPath: '/c/acme/1', title: 'Title', kind: 'changelog' as const },
    ...{ version: null, createdAt: new Date(0), changedAt: new Date(0), tally: null, content },
  }
  const page = drawArticle({ site, entry, highlights: [], picture: null, older: null }, files)
  return /<meta name="description" content="([^"]*)"/.exec(page)?.[1]
}

test('the description of a page is the first paragraph, looked for at the beginning of a long post', () => {
  expect(describe('<ul><li>one</li></ul><p>What it says.</p>')).toBe('What it says.')
  expect(describe(`<ul>${'<li>one</li>'.repeat(2_000)}</ul><p>What it says.</p>`)).toBe('Title')
})

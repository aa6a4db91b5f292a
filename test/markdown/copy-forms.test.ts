import { describe, expect, test } from 'bun:test'
import {
  maxLinkedIn,
  maxX,
  toLinkedIn,
  toPlainText,
  toWordPress,
  toXThread,
  xLength,
} from '../../src/markdown/copy-forms.ts'
import { postHtml } from '../../src/markdown/post-html.ts'

const markdown = `# Exports

Reports leave as **PDF** & more, see [the docs](https://acme.test/docs).

- Sort by \`two\` columns
- Duplicate
  1. One
  2. Two

\`\`\`
a  b
 c
\`\`\`

| Engine | Rate |
|-|-|
| embedded | 9,500 |

End.
`

async function render(text: string): Promise<string> {
  const { content } = await postHtml.run(text, text.length, 'acme')
  return content ?? ''
}

test('plain text keeps lists, code, tables and the URLs of links', async () => {
  expect(toPlainText(await render(markdown))).toBe(
    [
      'Exports',
      'Reports leave as PDF & more, see the docs (https://acme.test/docs).',
      '• Sort by two columns\n• Duplicate\n  1. One\n  2. Two',
      'a  b\n c',
      'Engine | Rate',
      'embedded | 9,500',
      'End.',
    ].join('\n\n'),
  )
})

describe('for LinkedIn', () => {
  test('a post has its title once, and its URL at the end', async () => {
    const text = toLinkedIn('Exports', await render('# Exports\n\nFaster.'), 'https://acme.test/c/exports')
    expect(text).toBe('Exports\n\nFaster.\n\nhttps://acme.test/c/exports')
    expect(toLinkedIn('News', '<p>Faster.</p>', null)).toBe('News\n\nFaster.')
  })

  test('a long post is cut after a paragraph, and never over the limit', async () => {
    const html = `<p>${'Exports are faster. '.repeat(40)}</p>`.repeat(10)
    const text = toLinkedIn('News', html, 'https://acme.test')
    expect(text.length).toBeLessThanOrEqual(maxLinkedIn)
    expect(text).toEndWith('faster.\n\nhttps://acme.test')
    const title = toLinkedIn('😀'.repeat(2_000), '<p>One.</p>', 'https://acme.test')
    expect([title.length <= maxLinkedIn, title.isWellFormed()]).toEqual([true, true])
  })
})

describe('a thread for X', () => {
  test('counts a URL as 23 characters and a wide one as two', () => {
    expect(xLength(`a https://acme.test/${'x'.repeat(100)}`)).toBe(25)
    expect([xLength('é“”'), xLength('日本'), xLength('😀')]).toEqual([3, 4, 2])
  })

  test('of a short post is one post without a number', () => {
    expect(toXThread('News', '<p>Faster.</p>', 'https://acme.test')).toEqual([
      'News\n\nFaster.\n\nhttps://acme.test',
    ])
  })

  test.each([
    ['sentences', 'Exports of reports are faster now. '.repeat(60)],
    ['one long word', 'x'.repeat(1_000)],
    ['wide characters', '日本語の文章です。'.repeat(100)],
    ['emoji', '😀'.repeat(400)],
    ['long URLs', `https://acme.test/${'a'.repeat(400)} `.repeat(30)],
  ])('of %s has only posts within the limit, and loses no word', (_, text) => {
    const thread = toXThread('News', `<p>${text}</p>`, 'https://acme.test/c')
    expect(thread.length).toBeGreaterThan(1)
    for (const [index, post] of thread.entries()) {
      expect(xLength(post)).toBeLessThanOrEqual(maxX)
      expect(post).toEndWith(` ${index + 1}/${thread.length}`)
      expect(post.isWellFormed()).toBe(true)
    }
    const said = thread.map((post) => post.replace(/ \d+\/\d+$/, '')).join('')
    expect(said.replace(/\s/g, '')).toBe(`News${text}https://acme.test/c`.replace(/\s/g, ''))
  })

  test('ends its posts with a whole sentence', () => {
    const thread = toXThread('News', `<p>${'Exports of reports are faster now. '.repeat(20)}</p>`, null)
    for (const post of thread) expect(post).toMatch(/now\. \d+\/\d+$/)
  })
})

test('WordPress gets a block for each element', async () => {
  const html = await render('## Exports\n\n### PDF\n\nFaster.\n\n1. One\n\n> Said\n\n---\n\n```\ncode\n```')
  const blocks = toWordPress(html).split('\n\n')
  expect(blocks.map((block) => /^<!-- (wp:[^>]*) -->\n/.exec(block)?.[1])).toEqual([
    'wp:heading',
    'wp:heading {"level":3}',
    'wp:paragraph',
    'wp:list {"ordered":true}',
    'wp:quote',
    'wp:separator',
    'wp:code',
  ])
  expect(blocks[2]).toBe('<!-- wp:paragraph -->\n<p>Faster.</p>\n<!-- /wp:paragraph -->')
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderMarkdown } from '../../src/markdown/html.ts'
import { readLines, readTeaser, splitContent } from '../../src/page/content.ts'
import { runAtOnce } from '../../src/slices.ts'
import { phrases, updatedIn } from '../../src/writer/phrases.ts'

const linesOf = (content: string) =>
  [...readLines(runAtOnce(splitContent(content)))]
    .filter((line) => line !== null)
    .map(({ tag, text, links }) => [tag, text, links.map(({ href }) => href)])

describe('the content of a post', () => {
  // All tests here rely on it: the sanitiser writes `<` and `>` for tags alone.
  test('splits into alternating texts and tags, from any Markdown', () => {
    const pieces = [
      '<',
      '>',
      '"',
      "'",
      '&',
      '&lt;',
      '<!--',
      '-->',
      '<a href="',
      '<p title="a>b">',
      '](',
      '[',
      '`',
      '\n',
    ]
    const markdown = fc.array(
      fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme' }), fc.webUrl()),
    )
    fc.assert(
      fc.property(markdown, (parts) => {
        const content = renderMarkdown(parts.join(''))
        const split = runAtOnce(splitContent(content))
        expect(split.join('')).toBe(content)
        for (const [at, part] of split.entries())
          expect([
            part,
            at % 2 === 1 ? /^<\/?[a-z][a-z0-9]*( [^<>]*)?>$/.test(part) : !/[<>]/.test(part),
          ]).toEqual([part, true])
      }),
    )
  })

  test('is read line by line: headings, paragraphs and items with their links', () => {
    const content = renderMarkdown(
      '# A &amp; `b`\n\nText **bold** [#1](https://x.test/?a=1&b=2).\n\n- one\n  - two\n\n- three\n\n> quoted\n\n| x |\n|-|\n| y |',
    )
    expect(linesOf(content)).toEqual([
      ['h1', 'A & b', []],
      ['p', 'Text bold #1.', ['https://x.test/?a=1&b=2']],
      ['li', 'one', []],
      ['li', 'two', []],
      ['li', 'three', []],
      ['p', 'quoted', []],
    ])
  })

  test('that was truncated ends with its last whole line', () => {
    const content = renderMarkdown('First.\n\nSecond [link](https://x.test).')
    for (let length = content.indexOf('Second'); length < content.length - 4; length++)
      expect(linesOf(content.slice(0, length))).toEqual([['p', 'First.', []]])
  })
})

describe('the summary of a post in a list', () => {
  test.each([
    ['nothing', '', null],
    ['no paragraph before its first heading', '## Highlights\n\nText.', null],
    ['its first paragraph', 'One.\n\nTwo.', 'One.'],
    ['words without a point', 'Just words', 'Just words'],
    [
      'versions and addresses are no ends of sentences',
      'Acme 1.4 is at acme.dev now.',
      'Acme 1.4 is at acme.dev now.',
    ],
    ['sentences of another script', '一つ目。二つ目。', '一つ目。二つ目。'],
  ])('of %s', (_, markdown, summary) => {
    expect(readTeaser(renderMarkdown(markdown)).summary).toBe(summary)
  })

  test.each(Object.keys(phrases))(
    'is not the line that says when an article in %s was updated',
    (language) => {
      for (let month = 0; month < 12; month++) {
        const updated = updatedIn(language, new Date(Date.UTC(2026, month, 1)))
        expect(readTeaser(renderMarkdown(`*${updated}*\n\nThe answer.\n\nMore.`)).summary).toBe('The answer.')
      }
    },
  )

  test.each([
    'Updated in 2026 for Acme 2, the widget loads faster than ever before.',
    'Updated tokens.',
    'Acme 2026',
  ])('is a sentence with a similar beginning: %s', (text) => {
    expect(readTeaser(renderMarkdown(`${text}\n\nMore.`)).summary).toBe(text)
  })

  test('is as many sentences as fit, and at least one', () => {
    const sentence = `${'word '.repeat(30)}end.`
    expect(readTeaser(renderMarkdown(`${sentence} ${sentence} ${sentence}`)).summary).toBe(
      `${sentence} ${sentence}`,
    )
    expect(readTeaser(renderMarkdown(`${'word '.repeat(100)}end. Second.`)).summary).toEndWith('word…')
  })

  test('has at most five highlights, and no heading of another part', () => {
    const highlights = Array.from({ length: 7 }, (_, index) => `### High ${index}`)
    const markdown = [
      'Summary.',
      '### Before',
      '## Highlights',
      ...highlights,
      '## More Updates',
      '### Features',
    ]
    expect(readTeaser(renderMarkdown(markdown.join('\n\n'))).highlights.map(({ title }) => title)).toEqual([
      'High 0',
      'High 1',
      'High 2',
      'High 3',
      'High 4',
    ])
  })

  test.each([
    ['#412', true],
    ['f0a1045', true],
    ['ENG-12', true],
    ['@ada', false],
    ['here', false],
  ])('has a reference by a link with the text %s: %p', (text, isReference) => {
    const markdown = `## Highlights\n\n### High\n\nText [${text}](https://x.test/1)`
    const [highlight] = readTeaser(renderMarkdown(markdown)).highlights
    expect(highlight?.reference?.text).toBe(isReference ? text : undefined)
  })
})

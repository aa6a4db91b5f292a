import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { lexer, type Token, type Tokens } from 'marked'
import { readBlocks } from '../../src/changelog/paragraphs.ts'
import { outgoing, plainText, rebuildMarkdown } from '../../src/markdown/rebuild.ts'
import { readTokens } from '../../src/markdown/tokens.ts'

/** Texts that the lexer throws on; the second is part of a real commit message. */
const unreadable = ['- )\n  >0)\n.', '- Factory swaps (count\n  > 0) for x\n  more']

describe('a text that the Markdown lexer throws on', () => {
  test.each(unreadable)('%j is still read, with every word', (markdown) => {
    expect(() => lexer(markdown)).toThrow()
    const words = markdown.match(/\w+/g) ?? []
    for (const word of words) expect(plainText(markdown)).toContain(word)
    expect(() => [...readBlocks(markdown)]).not.toThrow()
    expect(() => rebuildMarkdown(markdown, { resolve: () => null })).not.toThrow()
  })

  test('keeps the blocks around it, and hides no link and no HTML', () => {
    const markdown = `# Title\n\n${unreadable[0]}\n[one](https://one.test)\n\n<b>two</b> [two](https://two.test)`
    expect(readTokens(markdown)[0]).toMatchObject({ type: 'heading', text: 'Title' })
    expect(outgoing(markdown)).toEqual({ addresses: ['https://one.test', 'https://two.test'], hasHtml: true })
  })
})

describe('a text that marked reads in quadratic time', () => {
  test('is read as marked reads it if it is ordinary', async () => {
    for (const file of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']) {
      const markdown = await Bun.file(join(import.meta.dir, '../..', file)).text()
      expect(readTokens(markdown)).toEqual(lexer(markdown))
    }
  })

  test('is read piece by piece if a paragraph has many marks, and hides no link and no HTML', () => {
    const markdown = `${'*_a'.repeat(400)} [one](https://one.test) <b>two</b>`
    const [paragraph] = readTokens(markdown) as Tokens.Paragraph[]
    expect(paragraph?.tokens.map(({ raw }) => raw).join('')).toBe(markdown)
    const marked = paragraph?.tokens.filter(({ type }) => type !== 'text') ?? []
    expect(Math.max(...marked.map(({ raw }) => raw.length))).toBeLessThanOrEqual(250)
    expect(outgoing(markdown)).toEqual({ addresses: ['https://one.test'], hasHtml: true })
  })

  test('is read piece by piece if a long word ends in "@"', () => {
    const markdown = `${'a.'.repeat(400)}a@example.com [one](https://one.test)`
    const [paragraph] = readTokens(markdown) as Tokens.Paragraph[]
    const tokens = paragraph?.tokens ?? []
    expect(tokens.map(({ raw }) => raw).join('')).toBe(markdown)
    const links = tokens.filter(({ type }) => type === 'link')
    expect(Math.max(...links.map(({ raw }) => raw.length))).toBeLessThanOrEqual(250)
  })

  test('keeps emphasis in a long list with many marks', () => {
    const markdown = '- **One** thing\n'.repeat(400)
    expect(readTokens(markdown)).toEqual(lexer(markdown))
  })

  test('is read as several paragraphs if one has over 1,000 lines', () => {
    const lines = (count: number) => 'a\n'.repeat(count)
    expect(readTokens(`${lines(999)}b`)).toEqual(lexer(`${lines(999)}b`))
    const paragraphs = readTokens(lines(2_500))
    expect(paragraphs.map(({ type, raw }) => [type, raw])).toEqual([
      ['paragraph', lines(1_000)],
      ['paragraph', lines(1_000)],
      ['paragraph', lines(500)],
    ])
  })

  test('has no heading of over 20 lines that a line below marks', () => {
    const heading = (lines: number) => `${'a\n'.repeat(lines)}===`
    expect(readTokens(heading(19))).toEqual(lexer(heading(19)))
    expect(readTokens(heading(20)).map(({ type }) => type)).toEqual(['paragraph'])
  })

  test('has the headings that a line of = or - below marks', () => {
    const marked = ['a\n=', 'a\n---', 'a\n   ===  \nb', 'a\nb\n-\n\nc', 'a\n--- \n', '1. a\n   ===']
    const unmarked = [
      'a\n    ===',
      'a\n\n---',
      'a\n= =',
      'a\n=-',
      'a\n---b',
      '---\na',
      '> a\n---',
      '- a\n---',
    ]
    for (const text of [...marked, ...unmarked]) expect(readTokens(text)).toEqual(lexer(text))
  })

  test('is a paragraph below the 30th quotation or list', () => {
    const depthOf = ([token]: Token[]): number =>
      token?.type === 'blockquote' ? 1 + depthOf(token.tokens ?? []) : 0
    expect(depthOf(readTokens(`${'> '.repeat(20)}text`))).toBe(20)
    const deep = `${'> '.repeat(1_000)}[one](https://one.test) <b>two</b>`
    expect(depthOf(readTokens(deep))).toBe(30)
    expect(outgoing(deep)).toEqual({ addresses: ['https://one.test'], hasHtml: true })
  })
})

test('no combination of Markdown marks makes reading or rebuilding fail', () => {
  const marks = ['- ', '1. ', '> ', '>', '#', '`', '```\n', '|', '---\n', '[a](', ')', '](', '<b>', '&', '\\']
  const pieces = fc.constantFrom(
    ...marks,
    '\n',
    '\n\n',
    '  ',
    '    ',
    '\t',
    'word',
    '0)',
    '.',
    '*',
    '_',
    '~~',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const markdown = parts.join('')
      rebuildMarkdown(markdown, { resolve: () => null })
      plainText(markdown)
      for (const _ of readBlocks(markdown));
    }),
    { numRuns: 3_000 },
  )
})

import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { lexer } from 'marked'
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

import { expect, test } from 'bun:test'
import { languageOf } from '../../src/dashboard/agents/conversation/code-language.ts'
import { toSpans } from '../../src/dashboard/agents/conversation/colored-code.tsx'

/** A block of Markdown as its parser returns it. */
const block = (lang: string, text: string) => ({ lang, text, raw: `\`\`\`${lang}\n${text}\n\`\`\`\n` })

test('code in TypeScript becomes spans with the colors of its parts', () => {
  expect(toSpans('const size = 1 // `Small`', 'typescript')).toEqual([
    { text: 'const', color: 'text-accent' },
    { text: ' size = ', color: undefined },
    { text: '1', color: 'text-warn' },
    { text: ' ', color: undefined },
    { text: '// `Small`', color: 'text-muted' },
  ])
})

test('the spans of a code are its whole text, however deeply it is nested', () => {
  const text = '{<b>&'.repeat(2000)
  const spans = toSpans(text, 'javascript')
  expect(spans.map((span) => span.text).join('')).toBe(text)
})

test('the language of a block is the first word after its fence, in any case', () => {
  expect(languageOf(block('ts', 'a'))).toBe('typescript')
  expect(languageOf(block('HTML title="a"', 'a'))).toBe('xml')
  expect(languageOf({ lang: 'sh', text: 'a', raw: '~~~~sh\na\n~~~~' })).toBe('bash')
})

test('a block stays plain if its language is unknown, or its code or a line is too long', () => {
  expect(languageOf(block('brainfuck', '+'))).toBeNull()
  expect(languageOf(block('', '+'))).toBeNull()
  expect(languageOf(block('ts', 'a\n'.repeat(10_000)))).toBe('typescript')
  expect(languageOf(block('ts', 'a\n'.repeat(10_001)))).toBeNull()
  expect(languageOf(block('ts', 'a'.repeat(501)))).toBeNull()
})

test('a block without its closing fence stays plain', () => {
  expect(languageOf({ lang: 'ts', text: 'a', raw: '```ts\na' })).toBeNull()
  expect(languageOf({ lang: 'ts', text: 'a\n```', raw: '````ts\na\n```' })).toBeNull()
  expect(languageOf({ lang: 'ts', text: '', raw: '```ts' })).toBeNull()
})

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { marked } from 'marked'
import { decodeEntities, escapeMarkdown } from '../../src/markdown/escape.ts'
import { plainLine } from '../../src/text/line.ts'
import { textOfHtml, weirdText } from '../changelog/weird-text.ts'

const hostile = [
  '[click](http://evil.example)',
  '![image](http://evil.example/x.png)',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '# not a heading',
  '> not a quote',
  '- not a list',
  '1. not a list',
  '2) not a list',
  '***not bold***',
  '_not italic_',
  '~~not struck~~',
  '`` not code',
  '| not | a | table |',
  'https://evil.example and www.evil.example',
  'HTTP://EVIL.EXAMPLE',
  'mail someone@evil.example',
  '[^1] and [x]: http://evil.example',
  '&lt;b&gt; &amp; &#60;',
  '\\[x](y)',
  '--- ',
  '$x^2$',
  'C#',
]

test.each(hostile)('shows exactly: %s', (text) => {
  const html = marked.parse(escapeMarkdown(text), { async: false })
  expect(html).not.toMatch(/<(?!\/?(?:p|code)>)/)
  expect(plainLine(textOfHtml(html))).toBe(plainLine(text))
})

test('code with a backslash stays code', () => {
  expect(escapeMarkdown('print `\\0` between')).toBe('print `\\0` between')
})

test('any text is shown unchanged, without a tag of its own', () => {
  fc.assert(
    fc.property(weirdText.map(plainLine), (text) => {
      const html = marked.parse(escapeMarkdown(text), { async: false })
      expect(html).not.toMatch(/<(?!\/?(?:p|code)>)/)
      const shown = plainLine(textOfHtml(html)).replaceAll('`', '').replaceAll(' ', '')
      expect(shown).toBe(text.replaceAll('`', '').replaceAll(' ', ''))
    }),
    { numRuns: 2_000 },
  )
})

test('code between backticks stays code', () => {
  expect(escapeMarkdown('Fix `parse_all(*)` of a_b_c')).toBe('Fix `parse_all(*)` of a_b_c')
})

test.each(['@ana', 'thanks @acme/team', 'see other/repo#12'])('mentions no user: %s', (text) => {
  expect(escapeMarkdown(text)).not.toMatch(/@\w|\w\\?#\d/)
})

test.each([
  ['&lt;b&gt; &quot;x&quot; &#39;y&#39; &apos;z&apos; a&nbsp;b', `<b> "x" 'y' 'z' a b`],
  ['&amp;lt; once', '&lt; once'],
  ['AT&T &copy; &lt', 'AT&T &copy; &lt'],
])('the entities of %p decode to %p', (text, decoded) => {
  expect(decodeEntities(text)).toBe(decoded)
})

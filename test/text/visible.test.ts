import { expect, test } from 'bun:test'
import { showHidden } from '../../src/text/visible.ts'

test('bidirectional, zero-width, control and filler characters are shown as their code points', () => {
  expect(showHidden('a\u202eb\u2066c')).toBe('a[U+202E]b[U+2066]c')
  expect(showHidden('pay\u200bpal\ufeff')).toBe('pay[U+200B]pal[U+FEFF]')
  expect(showHidden('a\u001b[2J\u0000\r')).toBe('a[U+001B][2J[U+0000][U+000D]')
  expect(showHidden('a\u2028b\u3164c\u00ad')).toBe('a[U+2028]b[U+3164]c[U+00AD]')
  expect(showHidden('x\u{e0061}y\ud800')).toBe('x[U+E0061]y[U+D800]')
})

test('text, line ends, tabs and emoji are unchanged', () => {
  const text = 'Zażółć 日本語 عربي\n\tcode 👩‍👩‍👧 ✔️'
  expect(showHidden(text)).toBe(text)
})

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  clip,
  countCharacters,
  countWords,
  joinWhole,
  oneLine,
  plainLine,
  plainLines,
  printableLine,
  shorten,
  withHyphens,
} from '../../src/text/line.ts'
import { weirdText } from '../changelog/weird-text.ts'

test.each([
  [' a\n\n b\t c ', 'a b c'],
  ['', ''],
])('%p on one line is %p', (text, line) => {
  expect(oneLine(text)).toBe(line)
})

test.each([
  ['a\u202eb\u0000c', 'abc'],
  ['one — two–three', 'one - two-three'],
  ['a\u2028b', 'a b'],
  ['👩\u200d💻', '👩\u200d💻'],
])('the plain line of %p is %p', (text, line) => {
  expect(plainLine(text)).toBe(line)
})

test.each([
  ['a\u0000b', 'a b'],
  ['a \ud800 b', 'a b'],
  ['— dash', '— dash'],
])('the printable line of %p is %p', (text, line) => {
  expect(printableLine(text)).toBe(line)
})

test.each([
  [' a  b \r\n\n\n\n c\u200b ', 100, 'a b\n\nc'],
  ['abc', 2, 'ab'],
  ['a😀', 2, 'a\ufffd'],
])('plain lines of %p, at most %i characters, are %p', (text, most, lines) => {
  expect(plainLines(text, most)).toBe(lines)
})

test('hyphens replace every dash, alone between words', () => {
  expect(withHyphens('a – b — c‒d―e -- f')).toBe('a - b - c-d-e -- f')
})

test.each([
  ['😀😀😀', 2, '😀😀'],
  ['a😀b', 2, 'a😀'],
  ['ab', 5, 'ab'],
  ['a😀', 1, 'a'],
])('%p clipped to %i characters is %p', (text, length, clipped) => {
  expect(clip(text, length)).toBe(clipped)
})

test.each([
  [['One.', 'Two.'], 40, 'One. Two.'],
  [['One.', 'Two words.', 'Three of them.'], 25, 'One. Two words. (1 more)'],
  [['One.', 'Two words.', 'Three of them.'], 24, 'One. Two words. (1 more)'],
  [['One.', 'Two words.', 'Three of them.'], 23, 'One. (2 more)'],
  [['One sentence that is long.', 'Two.'], 15, 'One sentence…'],
])('%j within %i characters is %p', (sentences, length, joined) => {
  expect(joinWhole(sentences, length)).toBe(joined)
})

test('a shortened or clipped text never exceeds its maximum', () => {
  fc.assert(
    fc.property(weirdText, fc.integer({ min: 1, max: 50 }), (text, length) => {
      expect(countCharacters(clip(text, length))).toBeLessThanOrEqual(length)
      expect(countCharacters(shorten(text, length))).toBeLessThanOrEqual(length)
      expect(text.startsWith(clip(text, length))).toBe(true)
    }),
  )
})

test.each([
  ['two words', 2],
  ['  ', 0],
  ['iOS の設定', 3],
])('%p has %i words', (text, words) => {
  expect(countWords(text)).toBe(words)
})

test('characters are counted as code points, and half of a pair as one', () => {
  const pieces = fc.array(fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00', '👩‍🚀'))
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('')
      expect(countCharacters(text)).toBe([...text].length)
    }),
  )
})

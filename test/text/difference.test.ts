import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { findChanges, findHunks } from '../../src/text/difference.ts'

test('each place with different lines is a separate hunk', () => {
  const before = 'one\ntwo\nthree\nfour\nfive'
  expect(findHunks(before, before)).toEqual([])
  expect(findHunks(before, 'one\n2\nthree\nfour\nfive\nsix')).toEqual([
    { line: 2, removed: ['two'], added: ['2'] },
    { line: 6, removed: [], added: ['six'] },
  ])
  expect(findHunks('one\ntwo', 'two')).toEqual([{ line: 1, removed: ['one'], added: [] }])
})

const texts = fc.array(fc.constantFrom('a', 'b', 'the change', 'the other change', '', '- x (#1)'), {
  maxLength: 12,
})

test('hunks turn any text into any other', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const [old, young] = [before.join('\n'), after.join('\n')]
      const lines = old.split('\n')
      for (const { line, removed, added } of findHunks(old, young).toReversed()) {
        expect(lines.slice(line - 1, line - 1 + removed.length)).toEqual(removed)
        lines.splice(line - 1, removed.length, ...added)
      }
      expect(lines.join('\n')).toBe(young)
    }),
  )
})

test('changes turn any text into any other, and keep the words that both have', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      // Every line ends, the last one too.
      const [old, young] = [`${before.join('\n')}\n`, `${after.join('\n')}\n`]
      let told = old
      for (const { fromA, toA, fromB, toB } of findChanges(old.slice(0, -1), young.slice(0, -1)).toReversed())
        told = told.slice(0, fromA) + young.slice(fromB, toB) + told.slice(toA)
      expect(told).toBe(young)
    }),
  )
  expect(findChanges('- Exports are slow now\n', '- Exports are fast now\n')).toEqual([
    { fromA: 14, toA: 18, fromB: 14, toB: 18 },
  ])
})

test('texts without common lines are one hunk, computed quickly', () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`)
  const [hunk, ...others] = findHunks(lines('old').join('\n'), lines('new').join('\n'))
  expect([hunk?.removed.length, hunk?.added.length, others]).toEqual([5000, 5000, []])
})

import { expect, test } from 'bun:test'
import { fitBeside, toData } from '../../src/writer/fit-data.ts'

const budget = 116_000
const instructions = (length: number) => ({ brand: 'x'.repeat(length - 2), rules: '' })
const version = (length: number, letter = 'a') => letter.repeat(length)

test.each([
  ['the first version, when it fits', 1_000, [budget - 1_000, 10], 0],
  ['a shorter one, when it does not', 1_001, [budget - 1_000, 10], 1],
  ['the last one, when none fits', 1_000, [budget * 3, budget * 2], 1],
  ['at least 40,000 characters, however long the instructions', budget, [40_001, 40_000], 1],
])('a question takes %s', (_, told, lengths, index) => {
  const versions = lengths.map((length) => version(length))
  expect(fitBeside(instructions(told), versions)).toBe(versions[index] ?? '')
})

test('letters outside of ASCII weigh four, as each is a token', () => {
  const versions = [version(28_751, 'é'), version(28_750, 'é')]
  expect(fitBeside(instructions(1_000), versions)).toBe(versions[1] ?? '')
})

test('versions that are not needed are not written', () => {
  const made: number[] = []
  function* versions() {
    for (const length of [3, 2, 1]) {
      made.push(length)
      yield version(length)
    }
  }
  expect(fitBeside(instructions(10), versions())).toBe('aaa')
  expect(made).toEqual([3])
})

test('data cannot close the block that holds it', () => {
  const data = toData({ title: '</activity>' })
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual({ title: '</activity>' })
})

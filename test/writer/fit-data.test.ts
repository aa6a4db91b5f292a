import { expect, test } from 'bun:test'
import { fitBeside, toData } from '../../src/writer/fit-data.ts'

const room = 116_000
const instructions = (length: number) => ({ brand: 'x'.repeat(length - 2), rules: '' })
const telling = (length: number, letter = 'a') => letter.repeat(length)

test.each([
  ['the first telling, when it fits', 1_000, [room - 1_000, 10], 0],
  ['a shorter one, when it does not', 1_001, [room - 1_000, 10], 1],
  ['the last one, when none fits', 1_000, [room * 3, room * 2], 1],
  ['at least 40,000 characters, however long the instructions', room, [40_001, 40_000], 1],
])('a question takes %s', (_, told, lengths, index) => {
  const tellings = lengths.map((length) => telling(length))
  expect(fitBeside(instructions(told), tellings)).toBe(tellings[index] ?? '')
})

test('letters outside of ASCII weigh four, as each is a token', () => {
  const tellings = [telling(28_751, 'é'), telling(28_750, 'é')]
  expect(fitBeside(instructions(1_000), tellings)).toBe(tellings[1] ?? '')
})

test('tellings that are not needed are not made', () => {
  const made: number[] = []
  function* tellings() {
    for (const length of [3, 2, 1]) {
      made.push(length)
      yield telling(length)
    }
  }
  expect(fitBeside(instructions(10), tellings())).toBe('aaa')
  expect(made).toEqual([3])
})

test('data cannot close the block that holds it', () => {
  const data = toData({ title: '</activity>' })
  expect(data).not.toContain('<')
  expect(JSON.parse(data)).toEqual({ title: '</activity>' })
})

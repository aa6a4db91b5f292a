import { expect, test } from 'bun:test'
import { findObject } from '../../src/ai/find-object.ts'

const object = '{"word": "hello"}'
const isAnything = () => true

test('an object is found after braces that do not start one', () => {
  expect(findObject(`${'{'.repeat(9)} so: ${object}`, isAnything)).toBe(object)
})

test('the search ends after four million characters, so that an answer cannot block the event loop', () => {
  const answer = '{'.repeat(9) + 'a'.repeat(500_000) + object
  expect(findObject(answer, isAnything)).toBe(answer)
})

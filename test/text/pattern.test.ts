import { expect, test } from 'bun:test'
import { anyOf, between, oneOf, wholly } from '../../src/text/pattern.ts'

const parts = [/a|b/, /c+/]

test('parts become alternatives, with the flags of the whole', () => {
  expect(anyOf('i', parts)).toEqual(/a|b|c+/i)
  expect(wholly('', parts)).toEqual(/^(?:a|b|c+)$/)
  expect(between('u', /^x/, parts, /y$/)).toEqual(/^x(?:a|b|c+)y$/u)
  expect(between('', /^x/, parts)).toEqual(/^x(?:a|b|c+)/)
  expect(new RegExp(`^(?:${oneOf(parts)})`)).toEqual(/^(?:a|b|c+)/)
})

import { describe, expect, test } from 'bun:test'
import { withoutAskedFigures } from '../../src/writer/asked-figures.ts'

const question = 'How does a team of 13 people release 4 products?'
const without = (text: string) =>
  withoutAskedFigures(text, { question, namesCompany: (sentence) => /Acme|Globex/.test(sentence) })

describe('a figure of the question', () => {
  test.each([
    ['How a team of 13 people writes changelogs', 'How a team of people writes changelogs'],
    [
      'In a team of 13 people somebody forgets. Acme helps.',
      'In a team of people somebody forgets. Acme helps.',
    ],
  ])('may be repeated: %s', (text, expected) => expect(without(text)).toBe(expected))

  test.each([
    'Acme is made by 13 people.',
    'Globex needs a team of 13 people.',
    'It is used by 13 people.',
    'It saves 13 hours.',
    'It costs $13 people.',
    'There are 113 people.',
    'There were 13.',
  ])('states something else where it counts something else or a company is named: %s', (text) =>
    expect(without(text)).toBe(text),
  )
})

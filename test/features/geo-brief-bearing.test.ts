import { describe, expect, test } from 'bun:test'
import { createQuotationFinder } from '../../src/writer/claim-support.ts'
import { supported, unsupported } from './bearing-pairs.ts'

const named = (name: string) => ({ key: name, name, terms: [name], hosts: [] })
const bear = createQuotationFinder([named('Acme'), named('Globex'), named('Initech'), named('Studio 365')])

describe('an answer supports a claim', () => {
  test.each(supported)('%s: %s', (claim, answer) => expect(bear(claim, answer)).toBeString())
  test('with the sentence of the claim and the one that names its subject', () => {
    const answer = 'Many tools exist. Globex is popular. It costs $29 a month. Initech costs $9 a month.'
    expect(bear('Globex costs 29 dollars a month.', answer)).toBe('Globex is popular. It costs $29 a month.')
  })
  test('with the text below a name, without list markers', () => {
    const answer = '### Globex\n\n- **Hosted** changelog\n- Has an API\n\n### Acme\n\n- Has no API'
    expect(bear('Globex has an API.', answer)).toBe('Globex: Has an API')
    expect(bear('Globex has no API.', answer)).toBeNull()
  })
  test('about no company with any of its sentences', () =>
    expect(bear('Changelogs are read on Fridays.', 'Many exist. Most changelogs are read on a Friday.')).toBe(
      'Most changelogs are read on a Friday.',
    ))
})

describe('an answer does not support a claim', () => {
  test.each(unsupported)('%s: %s', (claim, answer) => expect(bear(claim, answer)).toBeNull())
  test('about another company in the next sentence', () =>
    expect(bear('Globex has an API.', 'Globex is hosted. Acme has an API.')).toBeNull())
  test('with a figure that is part of a name', () =>
    expect(bear('Globex serves 365 teams.', 'Globex serves teams of Studio 365.')).toBeNull())
})

import { describe, expect, test } from 'bun:test'
import { createQuotationFinder } from '../../src/writer/claim-support.ts'
import { borne, unborne } from './bearing-pairs.ts'

const named = (name: string) => ({ key: name, name, terms: [name], hosts: [] })
const bear = createQuotationFinder([named('Acme'), named('Globex'), named('Initech'), named('Studio 365')])

describe('an answer bears a claim', () => {
  test.each(borne)('%s: %s', (claim, answer) => expect(bear(claim, answer)).toBeString())
  test('by the sentences that say so, with the one that names whom they are about', () => {
    const answer = 'Many tools exist. Globex is popular. It costs $29 a month. Initech costs $9 a month.'
    expect(bear('Globex costs 29 dollars a month.', answer)).toBe('Globex is popular. It costs $29 a month.')
  })
  test('by what stands below a name, without the marks of a list', () => {
    const answer = '### Globex\n\n- **Hosted** changelog\n- Has an API\n\n### Acme\n\n- Has no API'
    expect(bear('Globex has an API.', answer)).toBe('Globex: Has an API')
    expect(bear('Globex has no API.', answer)).toBeNull()
  })
  test('of nobody by any of its sentences', () =>
    expect(bear('Changelogs are read on Fridays.', 'Many exist. Most changelogs are read on a Friday.')).toBe(
      'Most changelogs are read on a Friday.',
    ))
})

describe('an answer does not bear a claim', () => {
  test.each(unborne)('%s: %s', (claim, answer) => expect(bear(claim, answer)).toBeNull())
  test('of somebody else, in the sentence after', () =>
    expect(bear('Globex has an API.', 'Globex is hosted. Acme has an API.')).toBeNull())
  test('whose figure is part of a name', () =>
    expect(bear('Globex serves 365 teams.', 'Globex serves teams of Studio 365.')).toBeNull())
})

import { describe, expect, test } from 'bun:test'
import { numberWords, withDigits } from '../../src/writer/number-words.ts'
import { createDetailCheck } from '../../src/writer/unsourced-details.ts'
import { invented, sound, sources } from './detail-sentences.ts'

const check = createDetailCheck(`${sources}\n2026`)
const details = (text: string) => check(text).map(({ kind, detail }) => [kind, detail])

test('invented details are found and others are not: precision and recall on a labeled set', () => {
  expect(invented.length + sound.length).toBeGreaterThanOrEqual(150)
  const missed = invented.filter((sentence) => check(sentence).length === 0)
  const refused = sound.filter((sentence) => check(sentence).length > 0)
  const hits = invented.length - missed.length
  const precision = hits / (hits + refused.length)
  const recall = hits / invented.length
  console.log(
    `Unsourced details of ${invented.length + sound.length} sentences: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    { missed, refused: refused.map((sentence) => [sentence, ...details(sentence)]) },
  )
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

describe('without a source', () => {
  test.each([
    ['It costs $49 a month.', 'figure', '$49'],
    ['It serves 5,000 teams.', 'figure', '5,000'],
    ['It began in 2014.', 'figure', '2014'],
    ['It takes 12 hours.', 'figure', '12 hours'],
    ['It has 4.8 of 5.', 'figure', '4.8 of 5'],
    ['It saves forty percent.', 'figure', 'forty percent'],
    ['It is ten times faster.', 'figure', 'ten times'],
    ['It saves 5%.', 'figure', '5%'],
    ['It follows GDPR.', 'endorsement', 'GDPR'],
    ['It has a TÜV label.', 'endorsement', 'TÜV'],
    ['A Stanford study names it.', 'study', 'Stanford study'],
    ['Ask Jane Doe at Siemens.', 'person', 'Jane Doe'],
  ])('%s', (text, kind, detail) =>
    expect(createDetailCheck('Links: l5.')(text)).toContainEqual({ kind, detail } as never),
  )
})

test.each([
  'It costs `$49 a month`.',
  'It is `40` percent faster.',
  '```\nx\n```\nIt costs $49.\n```\nx\n```',
])('code marks hide nothing: %s', (text) => expect(createDetailCheck('Links: l5.')(text)).toHaveLength(1))

test.each(['Support answers 24 hours a day.', 'It runs 24/7.', 'It is watched 7 days a week.'])(
  'an idiom that states no measured result needs no source: %s',
  (text) => expect(createDetailCheck('Links: l5.')(text)).toEqual([]),
)
test('an amount of time that somebody saves needs one', () =>
  expect(createDetailCheck('Links: l5.')('It saves 24 hours a day.')).toHaveLength(1))

test('a number is a source for the same kind of figure alone', () => {
  const { length } = createDetailCheck('It has 40 labels.')('It is 40% faster.')
  expect(length).toBe(1)
})

test('a year is no source of a count', () => {
  const check = createDetailCheck('Updated in 2026.')
  expect(check('It was updated in 2026.')).toEqual([])
  for (const text of ['It has 2,026 customers.', '2026 teams use it.']) expect(check(text)).toHaveLength(1)
})

test.each([
  ['It cuts the work by 50%.', 'It halves the work.'],
  ['It triples the output.', 'The output tripled.'],
  ['Acme has 2000 customers.', 'It has 2,000 customers.'],
  ['Acme has 2,000 customers.', 'It has 2k customers.'],
  ['Acme has 3 million users.', 'It has 3M users.'],
  ['Acme has 3 million users.', 'It has 3 million users.'],
  ['Two in three readers stay.', '2 in 3 readers stay.'],
])('%s is a source of: %s', (source, text) => expect(createDetailCheck(source)(text)).toEqual([]))

test.each([
  ['forty-five percent', '45 percent'],
  ['five thousand two hundred teams', '5200 teams'],
  ['a hundred and twenty', '120'],
  ['fünfundzwanzig Prozent', '25 Prozent'],
  ['quatre-vingt-dix pour cent', '90 pour cent'],
  ['cuarenta por ciento', '40 por ciento'],
  ['someone', 'someone'],
])('%s is read as %s', (words, digits) => expect(withDigits(words)).toBe(digits))

test('number words of different languages are not combined, so that the pattern stays short', () => {
  expect(withDigits('oneundtwenty')).toBe('oneundtwenty')
  expect(numberWords.length).toBeLessThan(10_000)
})

test.each([
  ['It serves a million requests.', 'a million'],
  ['It handles half a billion events a day.', 'half a billion'],
  ['It stores billions of events.', 'billions of events'],
  ['A hundred thousand builds ran on it.', 'A hundred thousand'],
  ['Eine halbe Milliarde Anfragen.', 'Eine halbe Milliarde'],
  ['Un million de requêtes par jour.', 'Un million'],
  ['Medio millón de solicitudes.', 'Medio millón'],
  ['It handles 500 million events.', '500 million'],
])('a large number in words needs a source: %s', (text, detail) => {
  const found = [{ kind: 'figure', detail }]
  expect(createDetailCheck('Links: l5.')(text)).toEqual(found as never)
  expect(createDetailCheck(text)(text)).toEqual([])
})

test('a large number is the same in words and in digits', () => {
  expect(createDetailCheck('It had 500 million events.')('It had half a billion events.')).toEqual([])
  expect(createDetailCheck('It had half a billion events.')('It had 500,000,000 events.')).toEqual([])
})

test.each([
  'A million thanks to all contributors.',
  'Thanks a million.',
  'Such a bug is one in a million.',
  'There are a million reasons to write.',
  'Nobody reads a thousand commits.',
  // Roman numerals number versions, and look like abbreviations: CI, CLI, XL.
  'Version XIV users keep their settings.',
])('an idiom needs no source: %s', (text) => expect(createDetailCheck('Links: l5.')(text)).toEqual([]))

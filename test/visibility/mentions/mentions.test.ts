import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { asciiWords, matcher, readLabelled, scoreMethod, substring } from './score.ts'

const train = await readLabelled(join(import.meta.dir, 'train.jsonl'))
const scored = await readLabelled(join(import.meta.dir, 'scored.jsonl'))

test('the set has at least 400 answers in at least nine languages, without duplicates', () => {
  const all = [...train, ...scored]
  expect(all.length).toBeGreaterThanOrEqual(400)
  expect(new Set(all.map(({ language }) => language)).size).toBeGreaterThanOrEqual(9)
  expect(new Set(all.map(({ answer }) => answer)).size).toBe(all.length)
})

test.each([
  ['train', train],
  ['scored', scored],
])('names that are not ordinary words are found with 0.95 precision and recall: %s', (_, part) => {
  const { precision, recall } = scoreMethod(matcher, part, { withOrdinary: false })
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('about a tenth of all hits is unsure', () => {
  expect(scoreMethod(matcher, scored).unsure).toBeLessThan(0.11)
})

test.each([
  ['train', train],
  ['scored', scored],
])('without a judge, certain hits have 0.95 precision and 0.93 recall: %s', (_, part) => {
  const certain: typeof matcher = (...given) => matcher(...given).filter(({ isSure }) => isSure)
  const { precision, recall } = scoreMethod(certain, part)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.93)
})

test('with a perfect judge, precision and recall are 0.95', () => {
  const named = new Map(scored.map((each) => [each.answer, each.named]))
  const judged: typeof matcher = (answer, subjects) =>
    matcher(answer, subjects).filter(({ key, isSure }) => isSure || named.get(answer)?.includes(key))
  const { precision, recall } = scoreMethod(judged, scored)
  expect(precision).toBeGreaterThanOrEqual(0.95)
  expect(recall).toBeGreaterThanOrEqual(0.95)
})

test('the set is hard: neither substrings nor ASCII words come close', () => {
  for (const method of [substring, asciiWords]) {
    const { precision, recall } = scoreMethod(method, scored, { withOrdinary: false })
    expect(Math.min(precision, recall)).toBeLessThan(0.9)
  }
})

test('a score counts pairs, and an unsure hit as named', () => {
  const subjects = [
    { key: 'own', name: 'Acme' },
    { key: 'c1', name: 'Box' },
  ]
  const labelled = [
    { language: 'en', kind: 'plain', subjects, answer: 'Acme', named: ['own'] },
    { language: 'en', kind: 'plain', subjects, answer: 'a box', named: [], ordinary: ['c1'] },
    { language: 'en', kind: 'plain', subjects, answer: 'nobody', named: ['own'] },
  ]
  const { precision, recall, hits, unsure } = scoreMethod(matcher, labelled)
  expect({ precision, recall, hits, unsure }).toEqual({ precision: 0.5, recall: 0.5, hits: 2, unsure: 0.5 })
  expect(scoreMethod(matcher, labelled, { withOrdinary: false }).precision).toBe(1)
})

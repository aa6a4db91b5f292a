import { describe, expect, test } from 'bun:test'
import type { Outcome } from '../../src/dashboard/data/briefs.ts'
import {
  countClaims,
  factsOf,
  namesIn,
  sayingsIn,
} from '../../src/dashboard/visibility/articles/evidence/claims.ts'
import { explainForecast } from '../../src/dashboard/visibility/articles/outcome/forecast-words.ts'
import { explainOutcome, verdictOf } from '../../src/dashboard/visibility/articles/outcome/words.ts'
import {
  missingIn,
  moved,
  toOutline,
  toPatch,
} from '../../src/dashboard/visibility/articles/outline/outline.ts'
import { placeOf, stepsOf } from '../../src/dashboard/visibility/articles/steps.ts'
import { writingSteps } from '../../src/features/geo/briefs/table.ts'
import { borne, document } from './support/briefs.ts'

describe('an outline', () => {
  test('is saved unchanged, except for empty lines', () => {
    const { targetPrompt, contentSubtype, baseline, ...edited } = document
    const variants = [{ id: 'p2', prompt: 'good changelog tools' }]
    const outline = toOutline({ brief: document, variants })
    expect(toPatch(outline)).toEqual({ ...edited, variantPromptIds: ['p2'] })
    outline.questions.push({ key: -1, text: '  ' })
    expect(toPatch(outline).questionsToAnswer).toEqual(document.questionsToAnswer)
  })

  test('reports the first empty field', () => {
    const outline = toOutline({ brief: document, variants: [] })
    expect(missingIn(outline)).toBeNull()
    const [first, ...others] = outline.sections
    const sections = first ? [{ ...first, goal: ' ' }, ...others] : []
    expect(missingIn({ ...outline, sections })).toBe('Enter a goal for section 1')
    expect(missingIn({ ...outline, sections, workingTitle: '' })).toBe('Enter a working title')
  })

  test('moves a section by one place, and not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('claims', () => {
  const evidence = [{ claim: borne, answers: ['one', 'two'] }]

  test('are counted by whether stored answers support them', () => {
    expect(countClaims(document, evidence)).toEqual({ answered: 1, factual: 0, free: 3 })
  })

  test('are counted as supported by facts if no answer supports them', () => {
    const fact = { id: 'f1', text: 'We write changelogs from pull requests.', url: null }
    const [first = '', second = ''] = document.sections.flatMap(({ claims }) => claims)
    const known = [borne, first, second].map((claim) => ({ claim, answers: [], facts: [fact] }))
    const { factual } = countClaims(document, [...known, ...evidence])
    expect(factual).toBe(new Set([first, second]).difference(new Set([borne])).size)
    expect(factsOf({ claims: known })).toEqual([{ ...fact, supports: [borne, first, second] }])
    const article = [{ ...fact, sentences: ['We write them.'] }]
    expect(factsOf({ claims: known, facts: article })).toEqual([{ ...fact, supports: ['We write them.'] }])
  })

  test('are listed with the quotes of the answers that support them', () => {
    const quotation = 'Beta has a widget.'
    const other = 'Beta also shows changelogs.'
    const sections = [{ heading: 'Beta', goal: 'Be fair.', claims: [borne, other] }]
    const quoted = [
      { claim: borne, answers: ['one', 'two'], quotations: [{ answer: 'one', quotation }] },
      { claim: other, answers: ['one'], quotations: [{ answer: 'one', quotation }] },
    ]
    expect(sayingsIn({ sections }, quoted)).toEqual([
      { answer: 'one', quotation, claims: [borne, other] },
      { answer: 'two', quotation: null, claims: [borne] },
    ])
  })

  test('are searched for competitors that they name, as whole words', () => {
    const competitors = [
      { name: 'Beta', synonyms: ['Beta Log'] },
      { name: 'North-Light', synonyms: ['NL'] },
    ]
    const found = (text: string) => namesIn(text, competitors)
    expect([found('beta, of course'), found('Betamax is older'), found('North light; nl')]).toEqual([
      ['Beta'],
      [],
      ['North-Light'],
    ])
  })

  test('that were reworded have no support', () => {
    const sections = [{ heading: 'Beta', goal: 'Be fair.', claims: ['Beta is the best.'] }]
    expect(countClaims({ sections }, evidence)).toEqual({ answered: 0, factual: 0, free: 1 })
  })
})

describe('the steps of a run', () => {
  type Run = Parameters<typeof stepsOf>[0]
  const run: Run = { status: 'writing', step: 'check', humanized: null, error: null }
  const states = (given: Partial<Run>) => stepsOf({ ...run, ...given }).map(({ state }) => state)

  test('are those of the writer, in order', () => {
    expect(writingSteps.map((step) => placeOf(step))).toEqual([0, 1, 2, 3, 4])
  })

  test('are shown as done, running, and remaining', () => {
    expect(states({})).toEqual(['done', 'done', 'now', 'later', 'later'])
    expect(states({ status: 'approved', step: '' })).toEqual(['now', ...Array(5).fill('later')])
    expect(states({ status: 'completed', humanized: true })).toEqual(Array(5).fill('done'))
    expect(states({ status: 'completed', humanized: false })).toEqual([
      'done',
      'done',
      'done',
      'warned',
      'done',
    ])
  })
})

describe('the outcome', () => {
  const interval = (low: number, high: number) => ({ low, high, of: 'window' as const })
  const outcome = {
    ...{
      published: true,
      closed: false,
      delta: 0.29,
      scansAfter: 6,
      scansNeeded: 0,
      at: '2026-03-20T09:00:00.000Z',
    },
    verdict: 'moved' as const,
    before: { rate: 0.42, n: 50, interval: interval(0.32, 0.52) },
    after: { rate: 0.71, n: 48, interval: interval(0.6, 0.8) },
    effect: {
      ...{ state: 'moved' as Outcome['effect']['state'], size: 0.18 as number | null, pValue: 0.01 },
      interval: { low: 0.06, high: 0.3 } as Outcome['effect']['interval'],
      ...{ controls: 12, scans: 14, nextLook: 14 as number | null, visible: 0.19 as number | null },
    },
  }

  const withEffect = (changes: Partial<typeof outcome.effect>) => ({
    ...outcome,
    effect: { ...outcome.effect, ...changes },
  })

  test('has both rates with their intervals, and calls only a change beyond similar prompts one', () => {
    expect(verdictOf(outcome)).toEqual({ word: 'Rose', look: 'good' })
    expect(explainOutcome(outcome)).toBe(
      '42% (32–52%) of answers named you before, 71% (60–80%) after. Up 18 points compared with 12 similar prompts without an article (likely range: 6 to 30). Next reading in 14 scans.',
    )
    const noise = withEffect({ state: 'not_moved', nextLook: null })
    expect(verdictOf(noise).word).toBe('No visible effect')
    expect(explainOutcome(noise)).toEndWith('A rise of 19 points or more would probably be visible.')
  })

  test('says when it is read first, and which rise can be seen then', () => {
    const early = withEffect({
      state: 'measuring',
      size: null,
      interval: null,
      scans: 0,
      nextLook: 5,
      visible: 0.22,
    })
    expect(verdictOf(early).word).toBe('Not enough data')
    expect(explainOutcome(early)).toEndWith(
      'Too early. The first reading can show a rise of 22 points or more. First reading in 5 scans.',
    )
  })

  test('says that other prompts are missing to compare with', () => {
    const alone = withEffect({ state: 'no_controls', controls: 3 })
    expect(verdictOf(alone).word).toBe('Effect unknown')
    expect(explainOutcome(alone)).toEndWith('8 other prompts without an article are needed; there are 3.')
  })

  test('is forecast before the approval, for the first reading that finds a rise of 20 points', () => {
    const looks = [
      { scans: 5, rise: 0.26 },
      { scans: 10, rise: 0.195 },
    ]
    const weekly = {
      engines: 4,
      prompts: 1,
      controls: 12,
      scanIntervalHours: 168,
      looks,
      usualRise: 0.2,
      promptsNeeded: null,
    }
    expect(explainForecast(weekly)).toBe(
      'With weekly scans of 1 prompt and 4 engines, a rise of 20 points would be visible about 10 weeks after publication.',
    )
    expect(explainForecast({ ...weekly, prompts: 3, scanIntervalHours: 48, looks: looks.slice(0, 1) })).toBe(
      'With scans every 2 days of 3 prompts and 4 engines, a rise of 26 points would be visible about 2 weeks after publication.',
    )
    expect(explainForecast({ ...weekly, looks: looks.slice(0, 1), promptsNeeded: 2 })).toEndWith(
      'If the article answered 2 prompts, a rise of 20 points would be visible after the same time.',
    )
    expect(explainForecast(null)).toStartWith('To measure the effect of the article, Herald compares')
  })

  test('says that it cannot be measured if too few scans came before the article', () => {
    const never = withEffect({ state: 'no_baseline' })
    expect(verdictOf(never)).toEqual({ word: 'Effect unknown', look: 'off' })
    expect(explainOutcome(never)).toEndWith('Fewer than 10 scans ran before this article was published.')
  })
})

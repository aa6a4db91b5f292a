import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { standardFor } from '../../src/dashboard/data/window/standard-range.ts'
import { isTooShort, windowOf } from '../../src/dashboard/data/window/window.ts'
import { percent, shortDay } from '../../src/dashboard/kit/charts/words.ts'
import { promptGapTable } from '../../src/dashboard/visibility/gaps/strings.ts'
import { describeNext } from '../../src/dashboard/visibility/overview/grade-words.ts'
import { OtherPrompts } from '../../src/dashboard/visibility/overview/other-prompts.tsx'
import { grade, verdict } from '../../src/dashboard/visibility/overview/strings.ts'
import {
  changeInSentence,
  rateInSentence,
  summarize,
  summarizeOne,
  toFigure,
} from '../../src/dashboard/visibility/overview/this-week.ts'
import { explain, Verdict } from '../../src/dashboard/visibility/overview/verdict.tsx'
import { findWorst } from '../../src/dashboard/visibility/overview/worst-gap.ts'
import { findUnreadable } from '../../src/dashboard/visibility/traffic/group-pages.ts'

const interval = { low: 0.46, high: 0.54, of: 'window' as const }
const comparison = {
  ...{ from: 0.4, to: 0.5, delta: 0.1, interval, pValue: 0.01 },
  ...{ excludedEngines: [] as string[], scansNeeded: 0, lacksBefore: false, confirmed: null },
}
const moved = { ...comparison, verdict: 'moved' as const }
const rise = {
  ...{ direction: 'up' as const, size: 0.09 },
  ...{ since: '2026-03-03T00:00:00.000Z', at: '2026-03-12T00:00:00.000Z' },
}
const noise = { ...comparison, verdict: 'within_noise' as const }
const many = { mentions: 400, n: 800 }

test.each<[number, { low: number; high: number }, { mentions: number; n: number }, string]>([
  [0.5, interval, many, 'You are named in about half of the AI answers'],
  [0.34, { low: 0.31, high: 0.37 }, many, 'You are named in about a third of the AI answers'],
  [0.42, { low: 0.4, high: 0.44 }, many, 'You are named in 42% of the AI answers'],
  [0.42, { low: 0.34, high: 0.5 }, many, 'You are named in about 42% of the AI answers'],
  [0.42, { low: 0.2, high: 0.6 }, { mentions: 8, n: 20 }, 'You are named in 8 of 20 answers'],
  [0.5, { low: 0.4, high: 0.6 }, { mentions: 4, n: 8 }, 'You are named in 4 of 8 answers'],
  [0, { low: 0, high: 0.02 }, { mentions: 0, n: 160 }, 'You are not named in 160 answers'],
])('a rate of %p within %p in words', (rate, interval, counts, sentence) => {
  expect(rateInSentence({ rate, interval, incomplete: false }, counts)).toBe(sentence)
})

test('only a confirmed change is called a change in the sentence', () => {
  const before = 'previous 30 days'
  const day = shortDay(rise.since)
  expect(changeInSentence({ ...noise, confirmed: rise }, before)).toBe(`, up 9 points since ${day}`)
  const fall = { ...rise, direction: 'down' as const, size: -0.2 }
  expect(changeInSentence({ ...moved, confirmed: fall }, before)).toBe(`, down 20 points since ${day}`)
  const none = '. No confirmed change from the previous 30 days'
  const looks = (size: string) => `. It looks ${size} than in the previous 30 days; this is not confirmed`
  expect(changeInSentence(moved, before)).toBe(looks('10 points higher'))
  expect(changeInSentence({ ...moved, to: 0.3, delta: -0.1 }, before)).toBe(looks('10 points lower'))
  expect(changeInSentence(noise, before)).toBe(`${none}: +10 points could be chance`)
  expect(changeInSentence({ ...noise, to: 0.4, delta: 0 }, before)).toBe(none)
  expect(changeInSentence({ ...noise, excludedEngines: ['GPT'] }, before)).toBe(
    `${none}: +10 points could be chance (without engines whose model changed)`,
  )
  expect(changeInSentence({ ...comparison, verdict: 'insufficient_data' }, before)).toBe('')
})

test('a summary names the engines with a confirmed change and who is ahead', () => {
  const rates = { mentionRate: 0.5, interval, basket: null, comparison: noise, ...many } as any
  const engine = (name: string, comparison: unknown) => ({ ...rates, engine: name, comparison })
  const share = {
    own: { share: 0.3, interval: { low: 0.28, high: 0.32, of: 'window' as const } },
    points: [
      {
        brand: 'Beta',
        competitorId: 'b',
        share: 0.5,
        interval: { low: 0.48, high: 0.52, of: 'window' as const },
      },
    ],
  } as any
  const words = { before: 'previous 30 days', company: 'Acme', nameOf: (id: string) => id }
  const overview = {
    brand: rates,
    engines: [engine('Sonar', { ...noise, confirmed: rise }), engine('GPT', moved)],
  }
  expect(summarize(overview, share, words)).toBe(
    'You are named in about half of the AI answers. No confirmed change from the previous 30 days: +10 points could be chance. Sonar rose. Beta is named more often.',
  )
})

test('the summary of one engine is about that engine alone', () => {
  const one = { mentionRate: 0.6, interval, basket: null, comparison: noise, mentions: 480, n: 800 } as any
  expect(summarizeOne(one, 'GPT', 'previous 30 days')).toBe(
    'GPT: you are named in 60% of the AI answers. No confirmed change from the previous 30 days: +10 points could be chance.',
  )
})

test('the next action is about the certain gap whose answers name the brand least', () => {
  const gap = (id: string, rate: number, more: object = {}) =>
    ({ id, rate, confident: true, branded: false, won: false, brief: null, ...more }) as any
  const gaps = [
    gap('more', 0.3),
    gap('least', 0.1, { brief: { status: 'draft' } }),
    gap('unsure', 0.05, { confident: false }),
    gap('branded', 0, { branded: true }),
    gap('written', 0, { brief: { status: 'completed' } }),
  ]
  expect(findWorst(gaps)?.id).toBe('least')
  expect(findWorst(gaps.slice(2))).toBeNull()
})

test('a rate of half a point is rounded up, however it was computed', () => {
  expect([0.125, 0.12499999999999997, 0.1249].map(percent)).toEqual(['13%', '13%', '12%'])
})

test('a page is unreadable if many of its requests failed, and nearly all', () => {
  const row = (path: string, failed: number, visits: number, source = 'GPTBot') =>
    ({ host: 'acme.example', path, source, failed, visits, lastSeenAt: '2026-03-04T12:00:00.000Z' }) as any
  const rows = [
    row('/a', 8, 8),
    row('/b', 9, 9),
    row('/b', 9, 10, 'ClaudeBot'),
    row('/c', 30, 60),
    row('/d', 40, 40),
  ]
  expect(findUnreadable(rows).map(({ path, failed }) => [path, failed])).toEqual([
    ['/d', 40],
    ['/b', 18],
  ])
})

test('an incomplete basket has no figure', () => {
  const basket = { rate: 0.5, interval, incomplete: true } as any
  expect(toFigure({ mentionRate: 0.4, interval, basket })).toEqual({
    rate: null,
    interval: null,
    incomplete: true,
  })
})

test('the usual range has five scans, and a shorter one never gets a comparison', () => {
  expect([24, 72, 144, 168, 336, 720].map(standardFor)).toEqual(['30', '30', '30', '90', '90', '365'])
  const range = (value: string) => windowOf(value, new Date('2026-03-04T12:00:00.000Z'))
  expect([isTooShort(range('30'), 168), isTooShort(range('90'), 168)]).toEqual([true, false])
})

test('the next step of a figure names its price and its effect', () => {
  const found = {
    ...{ grade: 'exploratory' as const, prompts: 5, engines: 2, intents: 1, scans: 3, days: 3 },
    ...{ half: 0.2, filled: 0, answered: 1, uneven: 0, otherPrompts: null, general: false },
  }
  const nameOf = (engine: string) => engine.toUpperCase()
  const step = { grade: 'directional' as const, prompts: 0, engines: [], scans: 6, cents: 0 }
  const words = (nextStep: typeof step | null, more: object = {}) =>
    describeNext({ ...found, ...more, nextStep }, nameOf)
  expect(words(step)).toBe(
    'With 6 more scans, the figure is good enough for a rough picture. The price of a scan stays the same.',
  )
  expect(words({ ...step, prompts: 12, engines: ['one'] as never[], cents: 310 })).toBe(
    'With 12 more prompts, ONE and 6 more scans, the figure is good enough for a rough picture. Each scan then costs about $3.10 more.',
  )
  expect(words(null)).toBe(grade.longerRange)
  expect(words(null, { engines: 1 })).toBe(grade.moreEngines(2))
  expect(words(null, { grade: 'directional' })).toBe(grade.moreEngines(3))
  expect(words(null, { filled: 0.5 })).toBe(grade.lacksAnswers)
  expect(words(null, { grade: 'decision' })).toBeNull()
})

test('the latest answers of one engine and of several are named in grammatical number', () => {
  expect([1, 4].map(promptGapTable.latestAnswers)).toEqual(['latest answer', 'latest answers'])
})

test.each([
  ['up', true, 'good'],
  ['down', true, 'bad'],
  ['up', false, 'off'],
  ['down', false, 'off'],
] as const)('a confirmed change %s, own %p, looks %s', (direction, isOwn, look) => {
  const confirmed = { ...rise, direction }
  const cell = createElement(Verdict, { comparison: { ...moved, confirmed }, isOwn })
  expect(renderToStaticMarkup(cell)).toContain(`class="verdict status ${look}"`)
})

test('a difference of one point is singular', () => {
  expect(['+1', '−1', '0', '+11'].map(verdict.couldBeChance)).toEqual([
    '+1 point, could be chance',
    '−1 point, could be chance',
    '0 points, could be chance',
    '+11 points, could be chance',
  ])
})

test('an unconfirmed difference names both rates that it compares', () => {
  const text = (comparison: Parameters<typeof Verdict>[0]['comparison']) =>
    renderToStaticMarkup(createElement(Verdict, { comparison })).replace(/<[^>]*>/g, '')
  expect(text({ ...noise, from: 0.446, to: 0.52, delta: 0.074 })).toBe(
    'No confirmed change 45% → 52%: +7 points, could be chance',
  )
  // The exact rates differ by less than the rounded ones.
  expect(text({ ...noise, from: 0.444, to: 0.516, delta: 0.072 })).toBe(
    'No confirmed change 44% → 52%: +8 points, could be chance',
  )
})

test('a table does not repeat that an unconfirmed change could be chance', () => {
  const cell = createElement(Verdict, { comparison: { ...noise, from: 0.39, to: 0.69 }, isBrief: true })
  expect(renderToStaticMarkup(cell).replace(/<[^>]*>/g, '')).toBe('No confirmed change 39% → 69%: +30 points')
})

test('a list of unconfirmed changes shows only their size', () => {
  const cell = createElement(Verdict, {
    comparison: { ...noise, from: 0.39, to: 0.69, delta: 0.3 },
    hasRates: true,
  })
  expect(renderToStaticMarkup(cell).replace(/<[^>]*>/g, '')).toBe('+30 points')
})

test('a comparison that lacks earlier scans does not ask for more scans', () => {
  const short = { ...noise, verdict: 'insufficient_data' as const, scansNeeded: 5 }
  expect(explain({ ...short, lacksBefore: true }, String, false)).toBe(verdict.lacksBefore)
  expect(explain(short, String, false)).toBe(verdict.scansNeeded(5))
  expect(explain({ ...short, lacksBefore: true, scansNeeded: 9 }, String, false)).toBe(verdict.lacksBoth)
})

test('the range for other prompts is shown only on request, and only if there is one', () => {
  const evidence = {
    ...{ grade: 'decision' as const, prompts: 12, engines: 3, intents: 3, scans: 10, days: 7 },
    ...{ half: 0.05, filled: 0, answered: 1, uneven: 0, general: false, nextStep: null },
    otherPrompts: { low: 0.33, high: 0.71 },
  }
  const markup = (otherPrompts: typeof evidence.otherPrompts | null) =>
    renderToStaticMarkup(createElement(OtherPrompts, { evidence: { ...evidence, otherPrompts } }))
  expect(markup(evidence.otherPrompts)).toStartWith(
    '<details class="fold small pb-3"><summary>Likely range for other prompts',
  )
  expect(markup(evidence.otherPrompts)).toContain('33–71%')
  expect(markup(null)).toBe('')
})

import type { Comparison, Overview, Share } from '../../data/visibility.ts'
import { percent, points, shortDay } from '../../kit/charts/words.ts'
import { differenceOf } from './difference.ts'
import { toRows } from './share-rows.ts'
import * as strings from './strings.ts'

/** The rate that a page shows: over the fixed basket; over all answers if nothing that is tracked was asked. */
export type Figure = {
  rate: number | null
  interval: { low: number; high: number } | null
  /** Too much is missing for a figure. */
  incomplete: boolean
}

type Rates = Pick<Overview['brand'], 'mentionRate' | 'interval' | 'basket'>

export function toFigure({ mentionRate, interval, basket }: Rates): Figure {
  if (!basket || basket.rate === null) return { rate: mentionRate, interval, incomplete: false }
  const { incomplete } = basket
  return { rate: incomplete ? null : basket.rate, interval: incomplete ? null : basket.interval, incomplete }
}

/** Fractions that people know, and how close a rate has to be. */
const fractions: [number, string][] = [
  [1 / 4, strings.thisWeek.quarter],
  [1 / 3, strings.thisWeek.third],
  [1 / 2, strings.thisWeek.half],
  [2 / 3, strings.thisWeek.twoThirds],
  [3 / 4, strings.thisWeek.threeQuarters],
]
const near = 0.03
/** An interval that is wider on each side says "about". */
const exact = 0.05
/** With fewer answers or a wider interval, counts are shown instead of a rate. */
const fewAnswers = 10
const widest = 0.15

/** How often the brand is named, in words: "in about half of the answers". */
export function rateInSentence(
  { rate, interval }: Figure,
  { mentions, n }: { mentions: number; n: number },
): string {
  if (n === 0 || rate === null) return strings.thisWeek.noFigure
  const half = interval ? (interval.high - interval.low) / 2 : 0
  if (rate === 0) return strings.thisWeek.notNamed(n)
  if (n < fewAnswers || half > widest) return strings.thisWeek.counted(mentions, n)
  const [, fraction] = fractions.find(([value]) => Math.abs(value - rate) < near) ?? []
  return strings.thisWeek.named(
    fraction ?? (half > exact ? strings.thisWeek.about(percent(rate)) : percent(rate)),
  )
}

/** Whether a rate changed, as the end of a sentence; empty if nothing can be said. */
export function changeInSentence(comparison: Comparison | null, before: string): string {
  if (comparison?.confirmed) {
    const { direction, size, since } = comparison.confirmed
    return strings.thisWeek[direction](points(Math.abs(size)), shortDay(since))
  }
  if (!comparison || comparison.delta === null) return ''
  const { verdict } = comparison
  if (verdict !== 'within_noise' && verdict !== 'hint' && verdict !== 'moved') return ''
  const size = differenceOf(comparison)
  const isPart = comparison.excludedEngines.length > 0
  if (size === null || size === '0') return strings.thisWeek.unconfirmed(before)
  return verdict === 'moved'
    ? strings.thisWeek.looks(size, isPart, before)
    : `${strings.thisWeek.unconfirmed(before)}${strings.thisWeek.couldBeChance(size, isPart)}`
}

/** One plain paragraph: how often, better or worse, which engines changed, and who is ahead. */
export function summarize(
  { brand, engines }: Pick<Overview, 'brand' | 'engines'>,
  share: Pick<Share, 'own' | 'points'> | undefined,
  words: { before: string; company: string; nameOf: (engine: string) => string },
): string {
  const figure = toFigure(brand)
  const moved = (direction: 'up' | 'down') =>
    engines
      .filter(({ comparison }) => comparison?.confirmed?.direction === direction)
      .map(({ engine }) => words.nameOf(engine))
  const [rose, fell] = [moved('up'), moved('down')]
  return [
    `${rateInSentence(figure, brand)}${changeInSentence(brand.comparison, words.before)}.`,
    rose.length > 0 && strings.thisWeek.rose(rose),
    fell.length > 0 && strings.thisWeek.fell(fell),
    share && standing(share, words.company),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The same for one engine alone: how often, and better or worse. */
export function summarizeOne(rates: Overview['engines'][number], name: string, before: string): string {
  const sentence = `${rateInSentence(toFigure(rates), rates)}${changeInSentence(rates.comparison, before)}.`
  return strings.thisWeek.ofEngine(
    name,
    sentence.replace(/^./, (letter) => letter.toLowerCase()),
  )
}

/** Who is named most, if the intervals do not overlap; null without competitors. */
function standing(share: Pick<Share, 'own' | 'points'>, company: string): string | null {
  const [first, second] = toRows(share, company)
  if (!first || !second || first.kind === 'rest') return null
  const own = share.own.interval
  if (first.kind === 'own') {
    const isAhead = own !== null && second.interval !== null && own.low > second.interval.high
    return isAhead ? strings.thisWeek.ahead : strings.thisWeek.levelWith(second.name)
  }
  const isBehind = own !== null && first.interval !== null && first.interval.low > own.high
  return isBehind ? strings.thisWeek.behind(first.name) : strings.thisWeek.levelWith(first.name)
}

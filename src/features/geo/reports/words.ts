import { count } from '../../../text/line.ts'
import type { Comparison } from '../visibility/model.ts'
import type { Overview } from '../visibility/overview.ts'

type Interval = { low: number; high: number } | null

export const percent = (rate: number) => `${Math.round(rate * 100)}%`
export const span = (interval: Interval) =>
  interval ? `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}%` : ''

/** With fewer answers or a wider interval, counts are shown instead of a rate. */
const fewAnswers = 10
const widest = 0.15

type Rates = Pick<(typeof Overview.static)['brand'], 'mentionRate' | 'interval' | 'mentions' | 'n' | 'basket'>

/** How often the brand is named, as a sentence; few answers are counted. */
export function describeRate({ basket, mentionRate, interval: every, mentions, n }: Rates): string {
  const isComplete = basket !== null && !basket.incomplete
  const rate = isComplete ? basket.rate : mentionRate
  const interval = isComplete ? basket.interval : every
  if (n === 0 || rate === null) return 'There is no figure for this range.'
  const half = interval ? (interval.high - interval.low) / 2 : 0
  if (n < fewAnswers || half > widest) return `Named in ${mentions} of ${n} answers.`
  return `Named in ${percent(rate)} of the answers (${span(interval)}).`
}

type Figure = Pick<typeof Overview.static, 'brand' | 'evidence'>

/** The name of the headline figure. It includes the number of prompts unless the figure is general. */
export function nameFigure(company: string, { brand: { basket }, evidence }: Figure): string {
  const name = `AI visibility of ${company}`
  return basket === null || evidence?.general ? name : `${name} in ${count(basket.prompts, 'prompt')}`
}

const shortDay = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** A confirmed change as part of a sentence: "up 9 points since Mar 3". */
export function describeConfirmed({ direction, size, since }: ConfirmedChange): string {
  return `${direction} ${inPoints(size)} since ${shortDay.format(new Date(since))}`
}

type ConfirmedChange = { direction: 'up' | 'down'; size: number; since: string | number }

function describeWithWindows({ verdict }: Comparison, confirmed: ConfirmedChange): string {
  const sentence = `Confirmed: ${describeConfirmed(confirmed)}.`
  return verdict === 'moved' ? sentence : `${sentence} The two periods alone do not show it.`
}

function inPoints(difference: number): string {
  const points = Math.abs(Math.round(difference * 100))
  return `${points} ${points === 1 ? 'point' : 'points'}`
}

/** Whether a rate changed from the time `before`, as a sentence; only a confirmed difference is called a change. */
export function describeChange(comparison: Comparison | null, before = 'the period before'): string {
  if (comparison?.confirmed) return describeWithWindows(comparison, comparison.confirmed)
  if (!comparison || comparison.delta === null) return ''
  if (comparison.verdict === 'insufficient_data') return `Not enough data to compare with ${before}.`
  if (comparison.verdict === 'model_changed') return `A model changed: no comparison with ${before}.`
  const { from, to, verdict } = comparison
  const difference = from === null || to === null ? 0 : (Math.round(to * 100) - Math.round(from * 100)) / 100
  if (from === null || to === null || difference === 0) return `No confirmed change from ${before}.`
  const rates = `${percent(from)} to ${percent(to)}`
  return verdict === 'moved'
    ? `Looks ${inPoints(difference)} ${difference > 0 ? 'higher' : 'lower'} than ${before}, not confirmed: ${rates}.`
    : `No confirmed change from ${before}: ${rates}, ${difference > 0 ? '+' : '−'}${inPoints(difference)}, which could be chance.`
}

/** The engines that a comparison leaves out, as a sentence; empty if there are none, or nothing is compared. */
export function describeExcluded(
  { verdict, excludedEngines }: Pick<Comparison, 'verdict' | 'excludedEngines'>,
  nameOf: (engine: string) => string,
): string {
  const isCompared = verdict === 'moved' || verdict === 'within_noise'
  if (!isCompared || excludedEngines.length === 0) return ''
  return `Compared without ${excludedEngines.map(nameOf).join(', ')} (model changed).`
}

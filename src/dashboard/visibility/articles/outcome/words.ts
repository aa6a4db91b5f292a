import type { Outcome } from '../../../data/briefs.ts'
import { rateInWords } from '../../../kit/charts/words.ts'
import * as strings from './strings.ts'

type OutcomeStyle = 'good' | 'bad' | 'off'

/** The verdict in a word: only a change that comparable prompts did not show is one. */
export function verdictOf({ effect: { state, size } }: Outcome): { word: string; look: OutcomeStyle } {
  if (state === 'moved')
    return (size ?? 0) > 0
      ? { word: strings.words.rose, look: 'good' }
      : { word: strings.words.fell, look: 'bad' }
  const word = {
    not_moved: strings.words.noVisibleEffect,
    measuring: strings.words.notEnoughData,
    no_controls: strings.words.cannotBeMeasured,
    no_baseline: strings.words.cannotBeMeasured,
  }[state]
  return { word, look: 'off' }
}

/** The effect of the article, and the rates before and after, in sentences. */
export function explainOutcome({ effect, before, after }: Outcome): string {
  const from = before.rate === null ? null : rateInWords(before.rate, before.interval)
  const to = after.rate === null ? null : rateInWords(after.rate, after.interval)
  const rates = from && to ? strings.words.rates(from, to) : null
  return [rates, effectInWords(effect), nextReading(effect)].filter(Boolean).join(' ')
}

function effectInWords({ state, size, interval, visible, controls }: Outcome['effect']): string {
  if (state === 'no_baseline') return strings.words.tooFewScans
  if (state === 'no_controls') return strings.words.tooFewPrompts(controls)
  const rise = visible === null ? null : toPoints(visible)
  if (state === 'measuring') return rise === null ? '' : strings.words.notVisibleYet(rise)
  if (size === null || interval === null) return ''
  if (state === 'not_moved') return strings.words.nothingBeyondChance(rise, controls)
  return strings.words.moved(toPoints(size), toPoints(interval.low), toPoints(interval.high), controls)
}

function nextReading({ state, nextLook, scans }: Outcome['effect']): string | null {
  if (nextLook === null || state === 'no_baseline' || state === 'no_controls') return null
  return strings.words.nextReading(nextLook, scans)
}

const toPoints = (part: number) => Math.round(part * 100)

import type { Outcome } from '../../../data/briefs.ts'
import { rateInWords } from '../../../kit/charts/words.ts'
import * as strings from './strings.ts'

type OutcomeStyle = 'good' | 'bad' | 'warn' | 'off'

/** The verdict in a word: only a significant change is called one. */
export function verdictOf({ verdict, delta, scansNeeded }: Outcome): {
  word: string
  look: OutcomeStyle
} {
  if (verdict === 'moved')
    return (delta ?? 0) > 0
      ? { word: strings.words.rose, look: 'good' }
      : { word: strings.words.fell, look: 'bad' }
  if (verdict === 'within_noise') return { word: strings.words.noRealChange, look: 'off' }
  if (verdict === 'model_changed') return { word: strings.words.modelChanged, look: 'warn' }
  return {
    word: scansNeeded === null ? strings.words.cannotBeMeasured : strings.words.notEnoughData,
    look: 'off',
  }
}

/** The effect of the article, in a sentence. */
export function explainOutcome(outcome: Outcome): string {
  const { verdict, delta, before, after, scansNeeded } = outcome
  const from = before.rate === null ? null : rateInWords(before.rate, before.interval)
  const to = after.rate === null ? null : rateInWords(after.rate, after.interval)
  const rates = from && to ? strings.words.rates(from, to) : null
  if (verdict === 'moved' && rates)
    return (delta ?? 0) > 0 ? strings.words.rise(rates) : strings.words.fall(rates)
  if (verdict === 'within_noise' && rates) return strings.words.withinError(rates)
  if (verdict === 'model_changed') return strings.words.otherModels
  if (scansNeeded === null) return strings.words.tooFewScans
  return strings.words.notEnoughYet(rates, scansNeeded)
}

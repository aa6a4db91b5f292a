import type { Outcome } from '../../../data/briefs.ts'
import { postStates } from '../../../data/states.tsx'
import { rateInWords } from '../../../kit/charts/words.ts'
import { count } from '../../../kit/english.ts'

type Look = 'good' | 'bad' | 'warn' | 'off'

/** The verdict in a word: only a significant change is called one, and an unpublished article has none. */
export function verdictOf({ published, verdict, delta, scansNeeded }: Outcome): { word: string; look: Look } {
  if (!published) return { word: postStates.draft.label, look: 'off' }
  if (verdict === 'moved')
    return (delta ?? 0) > 0 ? { word: 'Rose', look: 'good' } : { word: 'Fell', look: 'bad' }
  if (verdict === 'within_noise') return { word: 'No real change', look: 'off' }
  if (verdict === 'model_changed') return { word: 'Model changed', look: 'warn' }
  return { word: scansNeeded === null ? 'Cannot be measured' : 'Not enough data', look: 'off' }
}

/** The effect of the article, in a sentence. */
export function explainOutcome(outcome: Outcome): string {
  const { published, verdict, delta, before, after, scansNeeded } = outcome
  const from = before.rate === null ? null : rateInWords(before.rate, before.interval)
  const to = after.rate === null ? null : rateInWords(after.rate, after.interval)
  const rates = from && to ? `${from} of answers named you before, ${to} after` : null
  if (!published)
    return `${rates ? `${rates}. ` : ''}The post is a draft, so the article did not cause any change.`
  if (verdict === 'moved' && rates)
    return (delta ?? 0) > 0
      ? `${rates}. The change is statistically significant.`
      : `${rates}. You are named less often, and the change is statistically significant.`
  if (verdict === 'within_noise' && rates) return `${rates}. The difference is within the margin of error.`
  if (verdict === 'model_changed')
    return 'The engines use other models than before, so the two periods cannot be compared.'
  if (scansNeeded === null) return 'Too few scans ran before this article was planned.'
  const more = scansNeeded > 0 ? ` ${count(scansNeeded, 'more scan')} needed.` : ''
  return `${rates ? `${rates}. ` : ''}Not enough data yet.${more}`
}

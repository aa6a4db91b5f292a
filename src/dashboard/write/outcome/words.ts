import { count, rateInWords } from '../../charts/words.ts'
import type { Outcome } from '../queries.ts'

type Look = 'good' | 'bad' | 'warn' | 'off'

/** The verdict in a word: nothing but a move is told as one, and of an article that nobody can read there is none. */
export function verdictOf({ published, verdict, delta, scansNeeded }: Outcome): { word: string; look: Look } {
  if (!published) return { word: 'Not published yet', look: 'off' }
  if (verdict === 'moved')
    return (delta ?? 0) > 0 ? { word: 'Rose', look: 'good' } : { word: 'Fell', look: 'bad' }
  if (verdict === 'within_noise') return { word: 'Within noise', look: 'off' }
  if (verdict === 'model_changed') return { word: 'Model changed', look: 'warn' }
  return { word: scansNeeded === null ? 'Cannot be told' : 'Too few answers yet', look: 'off' }
}

/** What may be said of the article's effect, in a sentence. */
export function explainOutcome(outcome: Outcome): string {
  const { published, verdict, delta, before, after, scansNeeded } = outcome
  const from = before.rate === null ? null : rateInWords(before.rate, before.interval)
  const to = after.rate === null ? null : rateInWords(after.rate, after.interval)
  const rates = from && to ? `${from} of answers named you before, ${to} since` : null
  if (!published)
    return `${rates ? `${rates}. ` : ''}The post is a draft: whatever has moved, the article did not move it.`
  if (verdict === 'moved' && rates)
    return (delta ?? 0) > 0
      ? `${rates}. That is more than luck, the wobble of engines and single scans explain.`
      : `${rates}. You are named less often than before, and not by luck alone.`
  if (verdict === 'within_noise' && rates)
    return `${rates}. Luck alone brings such a difference: nothing can be said to have moved.`
  if (verdict === 'model_changed')
    return 'The engines answer with other models than before, so that before and since cannot be held together.'
  if (scansNeeded === null)
    return 'It cannot be told for this article: too few scans were made before it was planned.'
  const more = scansNeeded > 0 ? ` ${count(scansNeeded, 'more scan')} and it can be told.` : ''
  return `${rates ? `${rates}. ` : ''}Too few answers yet to tell.${more}`
}

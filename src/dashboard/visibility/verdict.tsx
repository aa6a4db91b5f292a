import { ArrowDown, ArrowUp, CircleHelp, Equal, Shuffle } from 'lucide-react'
import { signed } from '../charts/words.ts'
import { Icon } from '../parts/icon.tsx'
import type { Comparison } from './queries.ts'

/** What may be said of a difference, by the method's verdict: nothing but `moved` is a move. */
function tell({ verdict, delta }: Comparison) {
  const isUp = (delta ?? 0) > 0
  if (verdict === 'moved')
    return isUp
      ? { word: 'Rose', icon: ArrowUp, look: 'good' }
      : { word: 'Fell', icon: ArrowDown, look: 'bad' }
  if (verdict === 'hint')
    return { word: isUp ? 'Hint of a rise' : 'Hint of a fall', icon: CircleHelp, look: 'warn' }
  if (verdict === 'within_noise') return { word: 'Within noise', icon: Equal, look: 'off' }
  if (verdict === 'model_changed') return { word: 'Model changed', icon: Shuffle, look: 'warn' }
  return { word: 'Too little to compare', icon: CircleHelp, look: 'warn' }
}

/** Whether a rate moved, in words, with the difference that was seen. */
export function Verdict({ comparison }: { comparison: Comparison | null }) {
  if (!comparison) return <span className="muted">Nothing before it</span>
  const { word, icon, look } = tell(comparison)
  const { delta, verdict } = comparison
  return (
    <>
      <span className={`verdict status ${look}`}>
        <Icon of={icon} />
        {word}
      </span>{' '}
      {delta !== null && verdict !== 'insufficient_data' && (
        <span className="muted nowrap">{`${signed(delta)} points`}</span>
      )}
    </>
  )
}

/** What keeps a verdict from being given, or narrows it; null where nothing does. */
export function explain(comparison: Comparison, nameOf: (engine: string) => string): string | null {
  const { verdict, scansNeeded, excludedEngines } = comparison
  const left = excludedEngines.map(nameOf).join(', ')
  if (verdict === 'model_changed') return `${left || 'Every engine'} is another model now`
  if (verdict === 'insufficient_data' && scansNeeded > 0)
    return `${scansNeeded} more ${scansNeeded === 1 ? 'scan' : 'scans'}: each window takes 5`
  if (verdict === 'insufficient_data') return 'Too few prompts were asked in both windows'
  return left ? `Without ${left}, which changed` : null
}

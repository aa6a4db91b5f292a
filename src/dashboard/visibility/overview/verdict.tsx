import { ArrowDown, ArrowUp, CircleHelp, Equal, Shuffle } from 'lucide-react'
import type { Comparison } from '../../data/visibility.ts'
import { signed } from '../../kit/charts/words.ts'
import { count } from '../../kit/english.ts'
import { Icon } from '../../kit/icon.tsx'

/** The words for a difference by the verdict of the test: only `moved` is called a change. */
function describeVerdict({ verdict, delta }: Comparison) {
  const isUp = (delta ?? 0) > 0
  if (verdict === 'moved')
    return isUp
      ? { word: 'Rose', icon: ArrowUp, look: 'good' }
      : { word: 'Fell', icon: ArrowDown, look: 'bad' }
  if (verdict === 'hint')
    return { word: isUp ? 'Possibly rising' : 'Possibly falling', icon: CircleHelp, look: 'warn' }
  if (verdict === 'within_noise') return { word: 'No real change', icon: Equal, look: 'off' }
  if (verdict === 'model_changed') return { word: 'Model changed', icon: Shuffle, look: 'warn' }
  return { word: 'Not enough data', icon: CircleHelp, look: 'warn' }
}

/** Whether a rate changed, in words, with the observed difference. */
export function Verdict({ comparison }: { comparison: Comparison | null }) {
  if (!comparison) return <span className="muted">No earlier data</span>
  const { word, icon, look } = describeVerdict(comparison)
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

/** The reason why there is no verdict, or a limited one; null if there is none. */
export function explain(comparison: Comparison, nameOf: (engine: string) => string): string | null {
  const { verdict, scansNeeded, excludedEngines } = comparison
  const left = excludedEngines.map(nameOf).join(', ')
  if (verdict === 'model_changed')
    return left ? `The model behind ${left} changed` : 'The model behind every engine changed'
  if (verdict === 'insufficient_data' && scansNeeded > 0)
    return `${count(scansNeeded, 'more scan')} needed: at least 5 in each period`
  if (verdict === 'insufficient_data') return 'Too few prompts are in both periods'
  return left ? `Excludes ${left}: model changed` : null
}

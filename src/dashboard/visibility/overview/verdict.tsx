import { ArrowDown, ArrowUp, CircleHelp, Equal, Shuffle } from 'lucide-react'
import type { Comparison } from '../../data/visibility.ts'
import { signed } from '../../kit/charts/words.ts'
import { Icon } from '../../kit/icon.tsx'
import * as strings from './strings.ts'

/** The words for a difference by the verdict of the test: only `moved` is called a change. */
function describeVerdict({ verdict, delta }: Comparison) {
  const isUp = (delta ?? 0) > 0
  if (verdict === 'moved')
    return isUp
      ? { word: strings.verdict.rose, icon: ArrowUp, look: 'good' }
      : { word: strings.verdict.fell, icon: ArrowDown, look: 'bad' }
  if (verdict === 'hint')
    return {
      word: isUp ? strings.verdict.possiblyRising : strings.verdict.possiblyFalling,
      icon: CircleHelp,
      look: 'warn',
    }
  if (verdict === 'within_noise') return { word: strings.verdict.noRealChange, icon: Equal, look: 'off' }
  if (verdict === 'model_changed') return { word: strings.verdict.modelChanged, icon: Shuffle, look: 'warn' }
  return { word: strings.verdict.notEnoughData, icon: CircleHelp, look: 'warn' }
}

/** Whether a rate changed, in words, with the observed difference. */
export function Verdict({ comparison }: { comparison: Comparison | null }) {
  if (!comparison) return <span className="muted">{strings.verdict.noEarlierData}</span>
  const { word, icon, look } = describeVerdict(comparison)
  const { delta, verdict } = comparison
  return (
    <>
      <span className={`verdict status ${look}`}>
        <Icon of={icon} />
        {word}
      </span>{' '}
      {delta !== null && verdict !== 'insufficient_data' && (
        <span className="muted nowrap">
          {verdict === 'within_noise'
            ? strings.verdict.withinChance(signed(delta))
            : strings.verdict.points(signed(delta))}
        </span>
      )}
    </>
  )
}

/**
 * The reason why there is no verdict, or a limited one; null if there is none. A range that is too short for its scans
 * (`isTooShort`) never gets a verdict, however many scans follow.
 */
export function explain(
  comparison: Comparison,
  nameOf: (engine: string) => string,
  isTooShort: boolean,
): string | null {
  const { verdict, scansNeeded, excludedEngines } = comparison
  const left = excludedEngines.map(nameOf).join(', ')
  if (verdict === 'model_changed')
    return left ? strings.verdict.modelChangedFor(left) : strings.verdict.everyModelChanged
  if (verdict === 'insufficient_data' && scansNeeded > 0 && isTooShort) return strings.verdict.rangeTooShort
  if (verdict === 'insufficient_data' && scansNeeded > 0) return strings.verdict.scansNeeded(scansNeeded)
  if (verdict === 'insufficient_data') return strings.verdict.tooFewPrompts
  return left ? strings.verdict.excludes(left) : null
}

import { ArrowDown, ArrowUp, CircleHelp, Shuffle } from 'lucide-react'
import type { Comparison } from '../../data/visibility.ts'
import { scansToCompare } from '../../data/window/standard-range.ts'
import { percent, shortDay, signed } from '../../kit/charts/words.ts'
import { Icon } from '../../kit/icon.tsx'
import { differenceOf } from './difference.ts'
import * as strings from './strings.ts'

/** The words for the difference of two periods. It is not called a change before tests after several scans confirm it. */
function describeVerdict({ verdict, delta }: Comparison) {
  const isUp = (delta ?? 0) > 0
  if (verdict === 'moved')
    return {
      word: isUp ? strings.verdict.looksHigher : strings.verdict.looksLower,
      icon: isUp ? ArrowUp : ArrowDown,
      look: 'off',
    }
  if (verdict === 'hint')
    return {
      word: isUp ? strings.verdict.possiblyRising : strings.verdict.possiblyFalling,
      icon: CircleHelp,
      look: 'off',
    }
  if (verdict === 'within_noise')
    return { word: strings.verdict.noConfirmedChange, icon: CircleHelp, look: 'off' }
  if (verdict === 'model_changed') return { word: strings.verdict.modelChanged, icon: Shuffle, look: 'warn' }
  return { word: strings.verdict.notEnoughData, icon: CircleHelp, look: 'off' }
}

/**
 * Whether a rate changed, in words, with the size of the change and the compared rates, unless other cells have them
 * (`hasRates`). A table (`isBrief`) does not repeat that an unconfirmed change could be chance. A change of a
 * competitor has a neutral color: its rise is not good for the user.
 */
export function Verdict({
  comparison,
  isOwn = true,
  hasRates = false,
  isBrief = hasRates,
}: {
  comparison: Comparison | null
  isOwn?: boolean
  hasRates?: boolean
  isBrief?: boolean
}) {
  if (!comparison) return <span className="muted">{strings.verdict.noEarlierData}</span>
  if (comparison.confirmed) return <Confirmed change={comparison.confirmed} isOwn={isOwn} />
  const { word, icon, look } = describeVerdict(comparison)
  const size = describeSize(comparison, isBrief)
  // A list of unconfirmed changes says so above it.
  if (hasRates && comparison.verdict === 'within_noise' && size !== null)
    return <span className="muted">{size}</span>
  return (
    <>
      <span className={`verdict status ${isOwn ? look : 'off'}`}>
        <Icon of={icon} />
        {word}
      </span>{' '}
      {size !== null && (
        <span className="muted">
          {!hasRates && <span className="nowrap">{describeRates(comparison)}</span>} {size}
        </span>
      )}
    </>
  )
}

/** The size of a difference that is not confirmed, and what can be said of it; null if nothing is compared. */
function describeSize(comparison: Comparison, isBrief: boolean): string | null {
  const delta = differenceOf(comparison)
  if (delta === null || comparison.verdict === 'insufficient_data') return null
  if (comparison.verdict === 'moved') return strings.verdict.notConfirmed(delta)
  return isBrief ? strings.verdict.difference(delta) : strings.verdict.couldBeChance(delta)
}

function describeRates({ from, to }: Comparison): string {
  return from === null || to === null ? '' : strings.verdict.rates(percent(from), percent(to))
}

type Change = NonNullable<Comparison['confirmed']>

function Confirmed({ change: { direction, size, since }, isOwn }: { change: Change; isOwn: boolean }) {
  const isUp = direction === 'up'
  const look = isUp ? 'good' : 'bad'
  return (
    <>
      <span className={`verdict status ${isOwn ? look : 'off'}`}>
        <Icon of={isUp ? ArrowUp : ArrowDown} />
        {isUp ? strings.verdict.rose : strings.verdict.fell}
      </span>{' '}
      <span className="muted nowrap">{strings.verdict.confirmed(signed(size), shortDay(since))}</span>
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
  const { verdict, scansNeeded, lacksBefore, excludedEngines, confirmed } = comparison
  const left = excludedEngines.map(nameOf).join(', ')
  if (confirmed && verdict !== 'moved') return strings.verdict.notInPeriods(shortDay(confirmed.at))
  if (verdict === 'model_changed')
    return left ? strings.verdict.modelChangedFor(left) : strings.verdict.everyModelChanged
  if (verdict === 'insufficient_data' && scansNeeded > 0 && isTooShort) return strings.verdict.rangeTooShort
  if (verdict === 'insufficient_data' && scansNeeded > scansToCompare) return strings.verdict.lacksBoth
  if (verdict === 'insufficient_data' && lacksBefore) return strings.verdict.lacksBefore
  if (verdict === 'insufficient_data' && scansNeeded > 0) return strings.verdict.scansNeeded(scansNeeded)
  if (verdict === 'insufficient_data') return strings.verdict.tooFewPrompts
  return left ? strings.verdict.excludes(left) : null
}

import type { Overview } from '../../data/visibility.ts'
import { useEngineNames } from '../projects/engines.ts'
import * as strings from './strings.ts'

type Rates = Pick<Overview['brand'], 'n' | 'basket'>

/** What was asked, before how many answers came back: "8 prompts × 4 engines × 27 scans, 864 answers". */
export function Asked({ rates: { n, basket } }: { rates: Rates }) {
  if (!basket || basket.cells === 0) return strings.rateHead.answers(n)
  const { prompts, engines, scans } = basket
  return (
    <>
      {strings.rateHead.asked(prompts, engines, scans)}
      <span className="muted">{strings.rateHead.answersIn(n)}</span>
    </>
  )
}

/** What the figure lacks: engines that did not answer, echoes, and prompts that do not count yet. */
export function Lacking({ basket }: { basket: Overview['brand']['basket'] }) {
  const nameOf = useEngineNames()
  if (!basket) return null
  const { missing, incomplete, filled, cells, prompts, engines, echoes } = basket
  const joining = basket.new
  const notes = [
    incomplete && strings.rateHead.incomplete,
    !incomplete && filled > 0 && strings.rateHead.filled(missing.map(nameOf), filled, cells),
    echoes > 0 && strings.rateHead.echoes(echoes),
    joining > 0 && joining < prompts * engines && strings.rateHead.joining(joining),
  ].filter((note) => note !== false)
  return notes.length > 0 ? <p className="muted small">{notes.join(' ')}</p> : null
}

/** What the interval does not cover, in one sentence. */
export function NotCovered({ rates: { n, basket } }: { rates: Rates }) {
  return <p className="muted small pb-3">{strings.rateHead.notCovered(n, basket?.prompts ?? 0)}</p>
}

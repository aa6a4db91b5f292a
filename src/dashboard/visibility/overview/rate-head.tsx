import type { Comparison } from '../../data/visibility.ts'
import type { Window } from '../../data/window.ts'
import { percent, range } from '../../kit/charts/words.ts'
import { useEngineNames } from './engines.ts'
import * as strings from './strings.ts'
import { explain, Verdict } from './verdict.tsx'

type Rates = {
  mentionRate: number | null
  n: number
  interval: { low: number; high: number } | null
  comparison: Comparison | null
}

/** The main figure of the page, with its interval, its change, and the number of answers. */
export function RateHead({ rates, window }: { rates: Rates; window: Window }) {
  const nameOf = useEngineNames()
  const { mentionRate, interval, n, comparison } = rates
  const note = comparison && explain(comparison, nameOf)
  return (
    <div className="figure-line">
      <div>
        <p className="muted small">{strings.rateHead.mentionRate}</p>
        <p className="big">
          {mentionRate === null ? '–' : percent(mentionRate)}{' '}
          {interval && (
            <small title={strings.rateHead.confidenceInterval}>
              {strings.rateHead.allowingForChance(range(interval))}
            </small>
          )}
        </p>
      </div>
      <Fact name={`vs. ${window.range.before}`}>
        <Verdict comparison={comparison} />
      </Fact>
      <Fact name={strings.rateHead.basedOn}>{strings.rateHead.answers(n)}</Fact>
      {note && (
        <Fact
          name={
            comparison.verdict === 'insufficient_data' ? strings.rateHead.toCompare : strings.rateHead.note
          }
        >
          {note}
        </Fact>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <dl className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </dl>
  )
}

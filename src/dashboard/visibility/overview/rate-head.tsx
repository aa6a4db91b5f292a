import { useProjectSettings } from '../../data/project-data.ts'
import type { Overview } from '../../data/visibility.ts'
import { isTooShort, type Window } from '../../data/window/window.ts'
import { percent, range } from '../../kit/charts/words.ts'
import { useEngineNames } from '../projects/engines.ts'
import { Asked, Lacking, NotCovered } from './asked.tsx'
import { Grade } from './grade.tsx'
import { OtherPrompts } from './other-prompts.tsx'
import * as strings from './strings.ts'
import { toFigure } from './this-week.ts'
import { explain, Verdict } from './verdict.tsx'

type Rates = Pick<Overview['brand'], 'mentionRate' | 'n' | 'interval' | 'comparison' | 'basket'>

/** The main figure of the page, with its interval, its change, and the number of answers. */
export function RateHead({
  rates,
  evidence,
  window,
}: {
  rates: Rates
  /** Null for the figure of an engine. */
  evidence: Overview['evidence']
  window: Window
}) {
  const nameOf = useEngineNames()
  const hours = useProjectSettings().data?.settings?.scanIntervalHours
  const { comparison, basket } = rates
  const { rate, interval } = toFigure(rates)
  const note = comparison && explain(comparison, nameOf, isTooShort(window, hours))
  return (
    <>
      <div className="figure-line">
        <div>
          <p className="muted small">{strings.rateHead.mentionRate}</p>
          <p className="big">
            {rate === null ? '–' : percent(rate)}{' '}
            {interval && <small>{strings.rateHead.likelyRange(range(interval))}</small>}
          </p>
        </div>
        <Fact name={`vs. ${window.range.before}`}>
          <Verdict comparison={comparison} />
          {note && <span className="muted small block">{note}</span>}
        </Fact>
        <Fact name={strings.rateHead.basedOn}>
          <Asked rates={rates} />
        </Fact>
        {evidence && (
          <Fact name={strings.grade.evidence}>
            <Grade evidence={evidence} />
          </Fact>
        )}
      </div>
      <Lacking basket={basket} />
      <NotCovered rates={rates} />
      <OtherPrompts evidence={evidence} />
    </>
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

import { ChevronRight } from 'lucide-react'
import type { Check, Report } from '../../data/readiness.ts'
import { Copy } from '../../kit/copy.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Section } from '../../kit/page.tsx'
import { type State, Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'
import { toFixText } from './task-text.ts'

const states: Record<Check['result'], State> = {
  passed: 'good',
  partial: 'warn',
  failed: 'bad',
  unknown: 'off',
  not_applicable: 'off',
}
const order: Check['result'][] = ['failed', 'partial', 'unknown', 'passed', 'not_applicable']

/** The checks of one tier: those to work on first, each with evidence and fix. */
export function Checklist({ report, tier }: { report: Report; tier: Check['tier'] }) {
  const checks = report.checks
    .filter((check) => check.tier === tier)
    .toSorted((a, b) => order.indexOf(a.result) - order.indexOf(b.result))
  const counted = checks.filter(isJudged)
  const passing = counted.filter(({ result }) => result === 'passed').length
  const { title, done } = strings.readiness.groups[tier]
  return (
    <Section
      title={title}
      note={strings.readiness.passing(passing, counted.length)}
      action={
        <CsvButton
          what={strings.csv.checks(title)}
          head={strings.csv.checkColumns}
          rows={() =>
            checks.map((check) => [
              check.name,
              strings.readiness.results[check.result],
              earnedBy(check),
              check.weight,
              check.evidence.join('\n'),
              check.fix.text,
            ])
          }
        />
      }
    >
      {counted.length > 0 && passing === counted.length && <p className="muted pt-3">{done}</p>}
      <ul className="checks">
        {checks.map((check) => (
          <Row key={check.id} check={check} />
        ))}
      </ul>
    </Section>
  )
}

/** Checks that are unknown or not applicable do not count. */
const isJudged = ({ result }: Check) => result !== 'unknown' && result !== 'not_applicable'

const isScored = (check: Check) => check.weight > 0 && isJudged(check)

/** What an optional check did not find is no failure. */
const stateOf = ({ result, tier }: Check) =>
  result === 'failed' && tier === 'bonus' ? 'off' : states[result]

const needsWork = ({ result }: Check) => result === 'failed' || result === 'partial'

const earnedBy = ({ result, weight }: Check) =>
  result === 'passed' ? weight : result === 'partial' ? weight / 2 : 0

function Row({ check }: { check: Check }) {
  const { name, result, weight, why, evidence, fix } = check
  const inPoints = check.tier === 'bonus' ? strings.readiness.bonusPoints : strings.readiness.points
  return (
    <li>
      <details className="finding" open={result === 'failed' && check.tier === 'essential'}>
        <summary data-row="">
          <Status state={stateOf(check)}>{strings.readiness.results[result]}</Status>
          <span className="what">{name}</span>
          <span className="muted small nowrap">
            {isScored(check) ? inPoints(earnedBy(check), weight) : strings.readiness.noPoints}
          </span>
          <Icon of={ChevronRight} />
        </summary>
        <div className="detail">
          <p>{why}</p>
          {evidence.length > 0 && (
            <>
              <h3>{strings.readiness.evidence}</h3>
              <ul className="evidence">
                {evidence.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
          {result !== 'passed' && result !== 'unknown' && (
            <>
              <h3>{strings.readiness.fix}</h3>
              <p>{fix.text}</p>
              {fix.code.map(({ label, text }) => (
                <figure key={label}>
                  <figcaption className="muted small">{label}</figcaption>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by keyboard */}
                  <pre className="code" tabIndex={0}>
                    {text}
                  </pre>
                </figure>
              ))}
              <h3>{strings.readiness.verify}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by keyboard */}
              <pre className="code" tabIndex={0}>
                {fix.verify}
              </pre>
              {needsWork(check) && (
                <p>
                  <Copy
                    text={toFixText(check)}
                    label={strings.readiness.copyFix}
                    what={strings.task.fixOf(name)}
                    look="plain"
                  />
                </p>
              )}
            </>
          )}
        </div>
      </details>
    </li>
  )
}

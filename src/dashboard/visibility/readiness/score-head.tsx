import type { ReactNode } from 'react'
import type { Readiness, Report } from '../../data/readiness.ts'
import { ExternalLink } from '../../kit/external-link.tsx'
import { Time } from '../../kit/time.tsx'
import { changeOf, signed } from './change.ts'
import { Gauge } from './gauge.tsx'
import * as strings from './strings.ts'

/** The score of a report, its change, and what it is based on. */
export function ScoreHead({ report, history }: { report: Report; history: Readiness['history'] }) {
  const { score, scoreLabel, targetUrl, pagesRead, scannedAt } = report
  const last = history.at(-1)
  const before = history.at(-2)
  if (score === null) return null
  return (
    <div className="score-head">
      <div className="figure-line">
        <div>
          <p className="muted small">{strings.readiness.score}</p>
          <p className="big">
            {score} <small>{scoreLabel && strings.readiness.labels[scoreLabel]}</small>
          </p>
        </div>
        <Fact name={strings.readiness.delta}>
          {last && before ? <Change now={last} before={before} /> : strings.readiness.noDelta}
        </Fact>
        <Fact name={strings.readiness.basedOn}>
          {strings.readiness.pages(pagesRead)}{' '}
          <ExternalLink href={targetUrl}>{new URL(targetUrl).hostname}</ExternalLink>
        </Fact>
        {scannedAt && (
          <Fact name={strings.readiness.scanned}>
            <Time at={scannedAt} />
          </Fact>
        )}
      </div>
      <Gauge score={score} />
      <p className="muted small pt-2">{strings.readiness.noPromise}</p>
    </div>
  )
}

type Entry = Readiness['history'][number]

function Change({ now, before }: { now: Entry; before: Entry }) {
  const change = changeOf(now, before)
  if (change === null) return strings.readiness.newRules
  return <span className="verdict">{change === 0 ? strings.readiness.unchanged : signed(change)}</span>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <dl className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </dl>
  )
}

import { type Scan, useLatestScan, useScanEnd } from '../../data/scans.ts'
import { Notice } from '../../kit/notice.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { useEngineNames } from '../projects/engines.ts'
import { nameLanguage } from './languages.ts'
import { Retry } from './retry.tsx'
import * as strings from './strings.ts'

/** The running scan, or the failures of the last one. */
export function ScanState() {
  const { data: scan } = useLatestScan()
  useScanEnd(scan)
  if (!scan) return null
  if (scan.status === 'running') return <Running scan={scan} />
  const isWhole = scan.status === 'completed' && scan.checks.failed === 0 && scan.skipped.length === 0
  return isWhole ? null : <Missing scan={scan} />
}

/** The number of received and expected answers. */
function Running({ scan: { checks } }: { scan: Scan }) {
  const { planned, saved, failed } = checks
  return (
    <section className="progress" aria-label={strings.progress.scan}>
      <p className="row" role="status">
        <span className="strong">{strings.progress.scanRunning}</span>
        <span className="muted">{strings.progress.ofAnswers(saved, planned, failed)}</span>
      </p>
      <Tally
        noun={strings.progress.answers}
        groups={[
          { kind: 'li', count: saved, label: strings.progress.received },
          { kind: 'bad', count: failed, label: strings.progress.failed },
          { kind: 'wait', count: Math.max(0, planned - saved - failed), label: strings.progress.pending },
        ]}
      />
    </section>
  )
}

/** The engines and languages that a scan skipped: "GPT-5, German". */
function listOf(skipped: Scan['skipped'], nameOf: (engine: string) => string): string {
  const names = skipped.map(({ engine, language }) =>
    engine ? nameOf(engine) : nameLanguage(language ?? ''),
  )
  return [...new Set(names)].join(', ')
}

function Missing({ scan }: { scan: Scan }) {
  const nameOf = useEngineNames()
  const { status, checks, failures, skipped, errorMessage, retryable } = scan
  const time = <Time at={scan.finishedAt ?? scan.startedAt} />
  return (
    <Notice kind={status === 'failed' ? 'bad' : 'warn'}>
      <div className="row">
        <p className="grow min-w-48">
          {status === 'failed'
            ? strings.progress.scanFailed(time)
            : checks.failed > 0
              ? strings.progress.answersFailed(time, checks.failed, checks.planned)
              : strings.progress.leftOut(time, listOf(skipped, nameOf))}
          {errorMessage && ` ${errorMessage}`}
        </p>
        {retryable && <Retry scan={scan} />}
      </div>
      {failures.length + skipped.length > 0 && (
        <details className="why">
          <summary>{strings.progress.why}</summary>
          <ul>
            {failures.flatMap(({ engine, reasons }) =>
              reasons.map(({ reason, count }) => (
                <li key={`${engine} ${reason}`}>
                  {strings.progress.failedReason(<span className="mono">{engine}</span>, count, reason)}
                </li>
              )),
            )}
            {skipped.map(({ engine, language, reason }) => (
              <li key={`${engine} ${language}`}>
                {strings.progress.wasLeftOut(<span className="mono">{engine ?? language}</span>, reason)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}

import { type Scan, useLatestScan, useScanEnd } from '../../data/scans.ts'
import { Notice } from '../../kit/notice.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { useEngineNames } from '../overview/engines.ts'
import { nameLanguage } from './languages.ts'
import { Retry } from './retry.tsx'

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
    <section className="progress" aria-label="Scan">
      <p className="row" role="status">
        <span className="strong">Scan running</span>
        <span className="muted">
          {saved} of {planned} answers{failed > 0 && `, ${failed} failed`}
        </span>
      </p>
      <Tally
        noun="answers"
        groups={[
          { kind: 'li', count: saved, label: 'received' },
          { kind: 'bad', count: failed, label: 'failed' },
          { kind: 'wait', count: Math.max(0, planned - saved - failed), label: 'pending' },
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
  return (
    <Notice kind={status === 'failed' ? 'bad' : 'warn'}>
      <div className="row">
        <p className="grow">
          {status === 'failed' || checks.failed === 0 ? 'The scan of ' : 'In the scan of '}
          <Time at={scan.finishedAt ?? scan.startedAt} />
          {status === 'failed'
            ? ' failed.'
            : checks.failed > 0
              ? `, ${checks.failed} of ${checks.planned} answers failed.`
              : ` left out ${listOf(skipped, nameOf)}.`}
          {errorMessage && ` ${errorMessage}`}
        </p>
        {retryable && <Retry scan={scan} />}
      </div>
      {failures.length + skipped.length > 0 && (
        <details className="why">
          <summary>Why</summary>
          <ul>
            {failures.flatMap(({ engine, reasons }) =>
              reasons.map(({ reason, count }) => (
                <li key={`${engine} ${reason}`}>
                  <span className="mono">{engine}</span>: {count} failed. {reason}
                </li>
              )),
            )}
            {skipped.map(({ engine, language, reason }) => (
              <li key={`${engine} ${language}`}>
                <span className="mono">{engine ?? language}</span> was left out. {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Notice>
  )
}

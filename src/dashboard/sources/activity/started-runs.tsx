import { Link } from 'wouter'
import { PostLink } from '../../content/post/post-link.tsx'
import type { StartedRun } from '../../data/deliveries.ts'
import { formatName, formatNoun } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { isOpen } from '../../data/run.ts'
import { Status } from '../../kit/status.tsx'
import * as strings from './strings.ts'

/** The runs that a delivery started, by result. */
export function LedTo({ runs }: { runs: StartedRun[] }) {
  if (runs.length === 0) return <span className="muted wide-only">{strings.startedRuns.none}</span>
  return runs.map((run) => (
    <div key={run.id}>
      <OneRun run={run} />
    </div>
  ))
}

function OneRun({ run }: { run: StartedRun }) {
  const { id, status, contentType, post } = run
  if (status === 'completed') return <PostLink post={post} />
  const outcome = status === 'failed' ? 'failed' : 'skipped'
  return (
    <Link href={paths.run(id)}>
      {isOpen(run) ? (
        <Status state="busy">{strings.startedRuns.writing(formatNoun(contentType))}</Status>
      ) : (
        `${formatName(contentType)} ${outcome}`
      )}
    </Link>
  )
}

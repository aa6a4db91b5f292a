import { Link } from 'wouter'
import { formatName, formatNoun } from '../formats.ts'
import { PostLink } from '../parts/post-link.tsx'
import { Status } from '../parts/status.tsx'
import { paths } from '../paths.ts'
import { isOpen } from '../runs/run.ts'
import type { StartedRun } from './queries.ts'

/** The runs that a delivery started, by what became of each. */
export function LedTo({ runs }: { runs: StartedRun[] }) {
  if (runs.length === 0) return <span className="muted wide-only">None</span>
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
        <Status state="busy">{`Writing a ${formatNoun(contentType)}`}</Status>
      ) : (
        `${formatName(contentType)} ${outcome}`
      )}
    </Link>
  )
}

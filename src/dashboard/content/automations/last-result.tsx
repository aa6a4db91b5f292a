import { Link } from 'wouter'
import type { State } from '../../data/automations.ts'
import { paths } from '../../data/paths.ts'
import { RunState } from '../../data/states.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

type LastRun = NonNullable<State['lastRun']>

/** The result of the last run: a link to its post, or the reason for none. */
export function LastResult({ state }: { state: State | undefined }) {
  if (!state) return null
  const run = state.lastRun
  if (!run) return <span className="muted">{strings.lastResult.notRunYet}</span>
  return (
    <>
      <span className="row tight">
        <RunState status={run.status} />
        <span className="muted small">
          <Time at={run.createdAt} />
        </span>
      </span>
      <span className="small block max-w-64">
        <Outcome run={run} />
      </span>
    </>
  )
}

function Outcome({ run: { status, post, error } }: { run: LastRun }) {
  if (post) return <Link href={paths.post(post.id)}>{post.title}</Link>
  if (status === 'completed') return <span className="muted">{strings.lastResult.postDeleted}</span>
  return error && <span className="muted">{error}</span>
}

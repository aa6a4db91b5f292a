import { useEffect, useState } from 'react'
import { paths } from '../../data/paths.ts'
import { groupsOf, isOpen, type RunLog, stepsOf, wayOn } from '../../data/run.ts'
import { useRun } from '../../data/runs.ts'
import { RunState, runStates } from '../../data/states.tsx'
import { ButtonLink } from '../../kit/button.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { ModelAnswer } from '../../kit/model-answer.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Status } from '../../kit/status.tsx'
import { StepLog } from '../../kit/steps.tsx'
import { CountedTally, type Group } from '../../kit/tally.tsx'
import { adviceFor } from './run-advice.tsx'
import * as strings from './strings.ts'

/** A run in progress: its steps, the placement of changes, and the next step if it wrote no post. */
export function RunSteps({ id }: { id: string }) {
  const log = useRun(id)
  return (
    <Loaded query={log} skeleton={<Skeleton rows={3} />}>
      {(data) => <Steps log={data} />}
    </Loaded>
  )
}

function Steps({ log }: { log: RunLog }) {
  const groups = groupsOf(log)
  const { status } = log.run
  return (
    <>
      <StepLog steps={stepsOf(log)} />
      {groups.length > 0 && (
        <CountedTally
          groups={groups}
          height={28}
          noun={isOne(groups) ? strings.runSteps.change : strings.runSteps.changes}
        />
      )}
      {status === 'failed' && <Notice kind="warn">{adviceFor(log.run)}</Notice>}
      <ModelAnswer text={log.run.rejectedText} />
      {(status === 'failed' || status === 'skipped') && (
        <div className="row pt-4">
          {wayOn(log.run).map(({ label, href }) => (
            <ButtonLink key={label} href={href}>
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
    </>
  )
}

const isOne = (groups: Group[]) => groups.reduce((sum, { count }) => sum + count, 0) === 1

/** The state of a run: its duration so far, or its result. */
export function RunStatus({ id }: { id: string }) {
  const { data } = useRun(id)
  if (!data) return null
  const { run } = data
  return isOpen(run) ? <Running since={run.createdAt} /> : <RunState status={run.status} />
}

function Running({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.round((now - Date.parse(since)) / 1000))
  return <Status state="busy">{strings.runSteps.runningFor(runStates.running.label, seconds)}</Status>
}

/** The link to the post of a run; nothing before there is one. */
export function OpenPost({ id, look }: { id: string; look?: 'primary' | 'plain' }) {
  const { data } = useRun(id)
  const post = data?.run.post
  if (!post || isOpen(data.run)) return null
  return (
    <ButtonLink look={look} href={paths.post(post.id)}>
      {strings.runSteps.openPost}
    </ButtonLink>
  )
}

import { Link } from 'wouter'
import { OpenPost, RunStatus, RunSteps } from '../content/generate/run-steps.tsx'
import { useWriteChangelog } from '../data/generation.ts'
import { paths } from '../data/paths.ts'
import type { Repository } from '../data/repositories.ts'
import { isOpen } from '../data/run.ts'
import { useRun } from '../data/runs.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { Failure } from '../kit/notice.tsx'
import { FirstStep } from './first-step.tsx'
import * as strings from './strings.ts'

const title = strings.writeStep.writeYourFirstChangelog

export function WriteStep({
  repository,
  runId,
  onStart,
}: {
  repository: Repository | null
  runId: string | null
  onStart: (runId: string) => void
}) {
  if (runId) return <Run runId={runId} />
  if (!repository)
    return (
      <FirstStep number={2} title={title} state="later">
        <p className="muted">{strings.writeStep.orByHand(<NewPostLink />)}</p>
      </FirstStep>
    )
  return (
    <FirstStep number={2} title={title} state="now">
      <Begin repository={repository} onStart={onStart} />
    </FirstStep>
  )
}

const NewPostLink = () => <Link href={`${paths.posts()}?new`}>{strings.writeStep.writePost}</Link>

function Begin({ repository, onStart }: { repository: Repository; onStart: (runId: string) => void }) {
  const write = useWriteChangelog()
  return (
    <div className="grid gap-4">
      <p className="muted">{strings.writeStep.scope(repository.displayName)}</p>
      {write.isError && <Failure error={write.error} />}
      <div className="row">
        <Button
          look="primary"
          busy={write.isPending && strings.writeStep.starting}
          onClick={() => write.mutate(repository.id, { onSuccess: ({ job }) => onStart(job.id) })}
        >
          {strings.writeStep.writeChangelog}
        </Button>
        <ButtonLink look="quiet" href={paths.newPost()}>
          {strings.writeStep.otherFormats}
        </ButtonLink>
        <ButtonLink look="quiet" href={`${paths.posts()}?new`}>
          {strings.writeStep.writePost}
        </ButtonLink>
      </div>
    </div>
  )
}

function Run({ runId }: { runId: string }) {
  const { data } = useRun(runId)
  const isDone = data !== undefined && !isOpen(data.run) && data.run.post !== null
  return (
    <FirstStep number={2} title={title} state={isDone ? 'done' : 'now'} aside={<RunStatus id={runId} />}>
      <RunSteps id={runId} />
      <div className="row mt-4">
        <OpenPost id={runId} />
      </div>
      {data && isOpen(data.run) && (
        <p className="muted">
          {strings.writeStep.leaveHint(<Link href={paths.posts()}>{strings.writeStep.posts}</Link>)}
        </p>
      )}
    </FirstStep>
  )
}

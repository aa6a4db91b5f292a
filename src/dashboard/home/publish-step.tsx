import { Link } from 'wouter'
import { paths } from '../data/paths.ts'
import { usePublishFirst } from '../data/public-page.ts'
import { isOpen } from '../data/run.ts'
import { useRun } from '../data/runs.ts'
import { useMay } from '../data/session.tsx'
import { Button } from '../kit/button.tsx'
import { Failure } from '../kit/notice.tsx'
import { FirstStep } from './first-step.tsx'
import * as strings from './strings.ts'

/** Publishes the post of the first run on the public page. */
export function PublishStep({ runId }: { runId: string | null }) {
  return runId ? (
    <Written runId={runId} />
  ) : (
    <FirstStep number={3} title={strings.publishStep.title} state="later" />
  )
}

function Written({ runId }: { runId: string }) {
  const { data } = useRun(runId)
  const publish = usePublishFirst()
  const mayTurnOn = useMay('admin')
  const post = data && !isOpen(data.run) ? data.run.post : null
  if (!post) return <FirstStep number={3} title={strings.publishStep.title} state="later" />
  if (publish.data)
    return (
      <FirstStep number={3} title={strings.publishStep.title} state="done">
        <p className="row">
          <span>{strings.publishStep.published(<a href={publish.data}>{publish.data}</a>)}</span>
          <Link href={paths.publicPage()}>{strings.publishStep.change}</Link>
        </p>
      </FirstStep>
    )
  return (
    <FirstStep number={3} title={strings.publishStep.title} state="now">
      <div className="grid gap-4">
        <p className="muted">{mayTurnOn ? strings.publishStep.text : strings.publishStep.askAdmin}</p>
        {publish.isError && <Failure error={publish.error} />}
        {mayTurnOn && (
          <div className="row">
            <Button
              look="primary"
              busy={publish.isPending && strings.publishStep.publishing}
              onClick={() => publish.mutate(post.id)}
            >
              {strings.publishStep.publish}
            </Button>
          </div>
        )}
      </div>
    </FirstStep>
  )
}

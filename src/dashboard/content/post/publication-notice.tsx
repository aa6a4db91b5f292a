import { useState } from 'react'
import type { Post } from '../../data/post.ts'
import { useCancelSchedule, useSchedule } from '../../data/publication.ts'
import { useMay } from '../../data/session.tsx'
import { useSaveSettings, useSettings } from '../../data/settings.ts'
import { Button } from '../../kit/button.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { fullTime } from '../../kit/time.tsx'
import { dismissToast } from '../../kit/toast.tsx'
import { hasAddress } from './address.ts'
import * as strings from './strings.ts'

const ScheduleDialog = lazyView(() =>
  import('./dialogs/post-dialogs.ts').then((m) => m.dialogs.ScheduleDialog),
)

/** Warns when readers see something else than the editor shows. */
export function PublicationNotice({ post }: { post: Post }) {
  if (post.status === 'draft') return <Scheduled post={post} />
  const { revision } = post
  return (
    <>
      {revision && revision.basedOn !== revision.publishedVersion && (
        <Notice kind="warn">{strings.publicationNotice.outdated}</Notice>
      )}
      {hasAddress(post) && <PageIsOff />}
    </>
  )
}

function Scheduled({ post }: { post: Post }) {
  const schedule = useSchedule(post)
  const cancel = useCancelSchedule(post.id)
  const [isChanging, setChanging] = useState(false)
  if (!schedule) return null
  const time = fullTime(schedule.scheduledAt)
  return (
    <>
      <Notice kind={schedule.error ? 'warn' : 'plain'}>
        <div className="row">
          <span className="grow">
            {schedule.error
              ? strings.publicationNotice.notPublished(time, schedule.error)
              : strings.publicationNotice.scheduled(time)}
          </span>
          <Button slim onClick={() => setChanging(true)}>
            {strings.publicationNotice.changeTime}
          </Button>
          <Button
            slim
            busy={cancel.isPending && strings.publicationNotice.cancelling}
            onClick={() => cancel.mutate()}
          >
            {strings.publicationNotice.cancelSchedule}
          </Button>
        </div>
      </Notice>
      {cancel.error && <Failure error={cancel.error} />}
      {isChanging && (
        <ScheduleDialog post={post} at={schedule.scheduledAt} onClose={() => setChanging(false)} />
      )}
    </>
  )
}

/** Says that nobody outside can read the post, and turns the public page on. */
function PageIsOff() {
  const { data } = useSettings()
  const save = useSaveSettings()
  const mayChange = useMay('admin')
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>(null)
  if (!data || data.publicPage) return null
  async function turnOn() {
    setSaving(true)
    setError(null)
    // The message of the publication says that the page is off.
    await save({ publicPage: true }).then(dismissToast, setError)
    setSaving(false)
  }
  return (
    <>
      <Notice kind="warn">
        <div className="row">
          <span className="grow">{strings.publicationNotice.pageIsOff}</span>
          {mayChange ? (
            <Button slim busy={isSaving && strings.publicationNotice.turningOn} onClick={turnOn}>
              {strings.publicationNotice.turnOn}
            </Button>
          ) : (
            <span className="muted">{strings.publicationNotice.askAdmin}</span>
          )}
        </div>
      </Notice>
      {error !== null && <Failure error={error} />}
    </>
  )
}

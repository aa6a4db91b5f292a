import type { Post } from '../../../data/post.ts'
import { useSchedulePost } from '../../../data/publication.ts'
import { TextField } from '../../../kit/field.tsx'
import { useForm } from '../../../kit/form.tsx'
import { FormDialog } from '../../../kit/form-dialog.tsx'
import { fullTime } from '../../../kit/time.tsx'
import { toast } from '../../../kit/toast.tsx'
import { localInput, tomorrowMorning } from './local-time.ts'
import * as strings from './strings.ts'

/** Asks when a draft is published, in the reader's time zone. */
export function ScheduleDialog({ post, at, onClose }: { post: Post; at?: string; onClose: () => void }) {
  const now = new Date()
  const { values, bind } = useForm({ at: localInput(at ? new Date(at) : tomorrowMorning(now)) })
  const schedule = useSchedulePost(post.id)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  function submit() {
    const scheduledAt = new Date(values.at).toISOString()
    const onSuccess = () => {
      toast(strings.scheduleDialog.scheduled(fullTime(scheduledAt)))
      onClose()
    }
    schedule.mutate({ scheduledAt, timeZone }, { onSuccess })
  }
  return (
    <FormDialog
      title={strings.scheduleDialog.title}
      verb={strings.scheduleDialog.schedule}
      busy={strings.scheduleDialog.scheduling}
      change={schedule}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={strings.scheduleDialog.time}
        hint={strings.scheduleDialog.timeZone(timeZone)}
        type="datetime-local"
        required
        min={localInput(now)}
        {...bind('at')}
      />
    </FormDialog>
  )
}

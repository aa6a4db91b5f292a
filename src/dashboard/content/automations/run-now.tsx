import { type Schedule, useRunNow } from '../../data/automations.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'

/** Runs a schedule now; its next time stays the same. */
export function RunNow({ schedule: { id, name, enabled } }: { schedule: Schedule }) {
  const run = useRunNow()
  function start() {
    run.mutate(id, {
      onSuccess: ({ jobId }) =>
        toast(`${name} is running.`, { link: { label: 'View run', href: paths.run(jobId) }, seconds: 8 }),
      onError: ({ message }) => toast(message, { seconds: 8 }),
    })
  }
  return (
    <Button
      slim
      aria-label={`Run now: ${name}`}
      title={enabled ? undefined : 'Enable it first'}
      disabled={!enabled}
      busy={run.isPending && 'Starting'}
      onClick={start}
    >
      Run now
    </Button>
  )
}

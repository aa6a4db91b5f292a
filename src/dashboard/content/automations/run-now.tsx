import { type Schedule, useRunNow } from '../../data/automations.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Runs a schedule now; its next time stays the same. */
export function RunNow({ schedule: { id, name, enabled } }: { schedule: Schedule }) {
  const run = useRunNow()
  function start() {
    run.mutate(id, {
      onSuccess: ({ jobId }) =>
        toast(strings.runNow.started(name), {
          link: { label: strings.runNow.viewRun, href: paths.run(jobId) },
          seconds: 8,
        }),
      onError: ({ message }) => toast(message, { seconds: 8 }),
    })
  }
  return (
    <Button
      slim
      aria-label={strings.runNow.runNowNamed(name)}
      title={enabled ? undefined : strings.runNow.enableItFirst}
      disabled={!enabled}
      busy={run.isPending && strings.runNow.starting}
      onClick={start}
    >
      {strings.runNow.runNow}
    </Button>
  )
}

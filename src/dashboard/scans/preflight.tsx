import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Failure } from '../parts/notice.tsx'
import { ago } from '../parts/time.tsx'
import { type Scan, useStartScan } from './queries.ts'

/** What a scan will ask, and what it will cost, before it does. */
export function Preflight({ last, onClose }: { last: Scan | null; onClose: () => void }) {
  const start = useStartScan()
  return (
    <Dialog
      title="Run a scan"
      onClose={onClose}
      onSubmit={() => start.mutate(undefined, { onSuccess: onClose })}
      footer={
        <>
          <span className="grow muted" />
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" busy={start.isPending && 'Starting'} shortcut="Ctrl ↵">
            Run scan
          </Button>
        </>
      }
    >
      <p>Each prompt is put to each engine that is tracked. It goes on when you leave this page.</p>
      <dl className="facts">
        <dt>Last scan</dt>
        <dd>{last ? ago(last.startedAt) : 'None yet'}</dd>
      </dl>
      {start.isError && <Failure error={start.error} />}
    </Dialog>
  )
}

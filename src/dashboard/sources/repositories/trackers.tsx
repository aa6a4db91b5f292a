import { useState } from 'react'
import { type Tracker, type TrackerKind, useRemoveTracker } from '../../data/repositories.ts'
import { Restricted } from '../../data/restricted.tsx'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { SwitchedOff } from './switched-off.tsx'
import { TrackerDialog } from './tracker-dialog.tsx'

/** The teams whose closed issues posts can include. */
export function Trackers({ trackers, kinds }: { trackers: Tracker[]; kinds: TrackerKind[] }) {
  const may = useMay('admin')
  const [connecting, setConnecting] = useState<TrackerKind | null>(null)
  const [leaving, setLeaving] = useState<Tracker | null>(null)
  return (
    <Section
      title="Issue trackers"
      action={
        <Restricted to="admin" className="row">
          {kinds.map((kind) => (
            <Button slim key={kind.provider} onClick={() => setConnecting(kind)}>
              Connect {kind.name}
            </Button>
          ))}
        </Restricted>
      }
    >
      {trackers.length === 0 ? (
        <p className="muted pt-3">
          Connect {kinds.map(({ name }) => name).join(' or ')} to include closed issues in posts.
        </p>
      ) : (
        <DataTable
          caption="Trackers"
          rows={trackers}
          keyOf={({ id }) => id}
          columns={[
            { head: 'Workspace', narrow: 'first', cell: ({ workspaceName }) => workspaceName },
            { head: 'Team', narrow: 'full', cell: ({ teamName }) => teamName ?? 'All teams' },
            {
              head: 'Connected',
              narrow: 'second',
              number: true,
              muted: true,
              cell: ({ createdAt }) => <Time at={createdAt} />,
            },
            {
              head: 'Action',
              hideHead: true,
              number: true,
              narrow: 'full',
              cell: (tracker) => (
                <Button
                  slim
                  disabled={!may}
                  aria-label={`Disconnect ${tracker.displayName}`}
                  onClick={() => setLeaving(tracker)}
                >
                  Disconnect
                </Button>
              ),
            },
          ]}
        />
      )}
      {connecting && <TrackerDialog kind={connecting} onClose={() => setConnecting(null)} />}
      {leaving && <Disconnect tracker={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  )
}

function Disconnect({ tracker, onClose }: { tracker: Tracker; onClose: () => void }) {
  const remove = useRemoveTracker()
  return (
    <Confirm
      title={`Disconnect ${tracker.displayName}`}
      verb="Disconnect"
      busy="Disconnecting"
      change={remove}
      onConfirm={() =>
        remove.mutate(tracker.id, {
          onSuccess() {
            onClose()
            toast(`${tracker.displayName} disconnected.`)
          },
        })
      }
      onClose={onClose}
    >
      <p>Deletes its token. Posts are not changed.</p>
      <SwitchedOff target={`${tracker.provider}:${tracker.id}`} />
    </Confirm>
  )
}

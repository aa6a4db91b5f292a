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
import * as strings from './strings.ts'
import { SwitchedOff } from './switched-off.tsx'
import { TrackerDialog } from './tracker-dialog.tsx'

/** The teams whose closed issues posts can include. */
export function Trackers({ trackers, kinds }: { trackers: Tracker[]; kinds: TrackerKind[] }) {
  const may = useMay('admin')
  const [connecting, setConnecting] = useState<TrackerKind | null>(null)
  const [leaving, setLeaving] = useState<Tracker | null>(null)
  return (
    <Section
      title={strings.trackers.issueTrackers}
      action={
        <Restricted to="admin" className="row">
          {kinds.map((kind) => (
            <Button slim key={kind.provider} onClick={() => setConnecting(kind)}>
              {strings.trackers.connectNamed(kind.name)}
            </Button>
          ))}
        </Restricted>
      }
    >
      {trackers.length === 0 ? (
        <p className="muted pt-3">
          {strings.trackers.connectHint(kinds.map(({ name }) => name).join(' or '))}
        </p>
      ) : (
        <DataTable
          caption={strings.trackers.caption}
          rows={trackers}
          keyOf={({ id }) => id}
          columns={[
            {
              head: strings.trackers.workspaceColumn,
              narrow: 'first',
              cell: ({ workspaceName }) => workspaceName,
            },
            {
              head: strings.trackers.teamColumn,
              narrow: 'full',
              cell: ({ teamName }) => teamName ?? strings.trackers.allTeams,
            },
            {
              head: strings.trackers.connectedColumn,
              narrow: 'second',
              number: true,
              muted: true,
              cell: ({ createdAt }) => <Time at={createdAt} />,
            },
            {
              head: strings.trackers.actionColumn,
              hideHead: true,
              number: true,
              narrow: 'full',
              cell: (tracker) => (
                <Button
                  slim
                  disabled={!may}
                  aria-label={strings.trackers.disconnectNamed(tracker.displayName)}
                  onClick={() => setLeaving(tracker)}
                >
                  {strings.trackers.disconnect}
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
      title={strings.trackers.title(tracker.displayName)}
      verb={strings.trackers.disconnect}
      busy={strings.trackers.disconnecting}
      change={remove}
      onConfirm={() =>
        remove.mutate(tracker.id, {
          onSuccess() {
            onClose()
            toast(strings.trackers.disconnected(tracker.displayName))
          },
        })
      }
      onClose={onClose}
    >
      <p>{strings.trackers.effect}</p>
      <SwitchedOff target={`${tracker.provider}:${tracker.id}`} />
    </Confirm>
  )
}

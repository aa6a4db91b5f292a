import { useState } from 'react'
import { type Connection, useConnections, useEndConnection } from '../../data/oauth.ts'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import * as strings from './strings.ts'

/** The apps that the user connected with OAuth, in all of their organizations. */
export function ConnectedApps() {
  const connections = useConnections()
  const [ending, setEnding] = useState<Connection | null>(null)
  return (
    <>
      <Loaded query={connections} rows={1}>
        {({ connections }) =>
          connections.length === 0 ? (
            <p className="muted pt-3">{strings.connectedApps.none}</p>
          ) : (
            <ConnectionTable connections={connections} onRevoke={setEnding} />
          )
        }
      </Loaded>
      {ending && <EndConnection of={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

function ConnectionTable({
  connections,
  onRevoke,
}: {
  connections: Connection[]
  onRevoke: (connection: Connection) => void
}) {
  return (
    <DataTable
      caption={strings.connectedApps.caption}
      rows={connections}
      keyOf={({ id }) => id}
      columns={[
        {
          head: strings.connectedApps.nameColumn,
          narrow: 'first',
          cell: ({ name }) => <span className="strong">{name}</span>,
        },
        {
          head: strings.connectedApps.organizationColumn,
          narrow: 'full',
          muted: true,
          cell: ({ organization }) => organization,
        },
        {
          head: strings.connectedApps.lastUsedColumn,
          label: strings.connectedApps.lastUsedColumn,
          muted: true,
          cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : strings.connectedApps.never),
        },
        {
          head: strings.connectedApps.expiresColumn,
          label: strings.connectedApps.expiresColumn,
          muted: true,
          cell: ({ expiresAt }) => expiresAt && <Time at={expiresAt} />,
        },
        {
          head: strings.connectedApps.revoke,
          hideHead: true,
          number: true,
          narrow: 'second',
          cell: (connection) => (
            <Button
              slim
              aria-label={strings.connectedApps.revokeNamed(connection.name)}
              onClick={() => onRevoke(connection)}
            >
              {strings.connectedApps.revoke}
            </Button>
          ),
        },
      ]}
    />
  )
}

function EndConnection({ of: { id, name }, onClose }: { of: Connection; onClose: () => void }) {
  const end = useEndConnection(id)
  const ended = () => {
    onClose()
    toast(strings.connectedApps.revoked(name))
  }
  return (
    <Confirm
      title={strings.connectedApps.confirm(name)}
      verb={strings.connectedApps.revoke}
      busy={strings.connectedApps.revoking}
      change={end}
      onConfirm={() => end.mutate(undefined, { onSuccess: ended })}
      onClose={onClose}
    >
      <p>{strings.connectedApps.effect}</p>
    </Confirm>
  )
}

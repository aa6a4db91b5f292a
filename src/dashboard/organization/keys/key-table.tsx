import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { Key } from '../../data/keys.ts'
import { DataTable } from '../../kit/data-table.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Menu } from '../../kit/menu.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { Revoke } from './revoke.tsx'
import { describeScopes } from './scopes.ts'

type Asked = { key: Key; act: 'edit' | 'revoke' }

/** The keys with their scopes and expiry; the key itself is never shown again. */
export function KeyTable({ keys, resources }: { keys: Key[]; resources: string[] }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <DataTable
        caption="API keys"
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Name',
            narrow: 'first',
            cell: (key) => (
              <button
                type="button"
                className="what strong"
                data-row=""
                onClick={() => setAsked({ key, act: 'edit' })}
              >
                {key.name}
              </button>
            ),
          },
          { head: 'Starts with', narrow: 'drop', muted: true, cell: ({ start }) => <code>{start}</code> },
          { head: 'Scopes', narrow: 'full', cell: ({ scopes }) => describeScopes(scopes, resources) },
          {
            head: 'Created',
            narrow: 'drop',
            muted: true,
            cell: ({ createdAt }) => <Time at={createdAt} />,
          },
          {
            head: 'Last used',
            label: 'Last used',
            muted: true,
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never'),
          },
          {
            head: 'Expires',
            label: 'Expires',
            muted: true,
            cell: (key) => <Expiry {...key} />,
          },
          {
            head: 'Action',
            hideHead: true,
            number: true,
            narrow: 'second',
            cell: (key) => (
              <Menu
                label={`Actions for ${key.name}`}
                look="quiet"
                slim
                iconOnly
                items={[
                  { label: 'Edit', onSelect: () => setAsked({ key, act: 'edit' }) },
                  'line',
                  { label: 'Revoke', danger: true, onSelect: () => setAsked({ key, act: 'revoke' }) },
                ]}
              >
                <Icon of={Ellipsis} />
              </Menu>
            ),
          },
        ]}
      />
      {asked?.act === 'edit' && <EditKeyDialog of={asked.key} resources={resources} onClose={close} />}
      {asked?.act === 'revoke' && <Revoke of={asked.key} onClose={close} />}
    </>
  )
}

function Expiry({ expiresAt }: Pick<Key, 'expiresAt'>) {
  if (expiresAt === null) return 'Never'
  if (new Date(expiresAt) > new Date()) return <Time at={expiresAt} />
  return <Status state="bad">Expired</Status>
}

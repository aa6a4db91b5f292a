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
import * as strings from './strings.ts'

type OpenDialog = { key: Key; act: 'edit' | 'revoke' }

/** The keys with their scopes and expiry; the key itself is never shown again. */
export function KeyTable({ keys, resources }: { keys: Key[]; resources: string[] }) {
  const [asked, setAsked] = useState<OpenDialog | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <DataTable
        caption={strings.keyTable.caption}
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            head: strings.keyTable.nameColumn,
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
          {
            head: strings.keyTable.startsWithColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ start }) => <code>{start}</code>,
          },
          {
            head: strings.keyTable.scopesColumn,
            narrow: 'full',
            cell: ({ scopes }) => describeScopes(scopes, resources),
          },
          {
            head: strings.keyTable.createdColumn,
            narrow: 'drop',
            muted: true,
            cell: ({ createdAt }) => <Time at={createdAt} />,
          },
          {
            head: strings.keyTable.lastUsedColumn,
            label: strings.keyTable.lastUsedColumn,
            muted: true,
            cell: ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : strings.keyTable.never),
          },
          {
            head: strings.keyTable.expiresColumn,
            label: strings.keyTable.expiresColumn,
            muted: true,
            cell: (key) => <Expiry {...key} />,
          },
          {
            head: strings.keyTable.actionColumn,
            hideHead: true,
            number: true,
            narrow: 'second',
            cell: (key) => (
              <Menu
                label={strings.keyTable.actionsFor(key.name)}
                look="quiet"
                slim
                iconOnly
                items={[
                  { label: strings.keyTable.edit, onSelect: () => setAsked({ key, act: 'edit' }) },
                  'line',
                  {
                    label: strings.keyTable.revoke,
                    danger: true,
                    onSelect: () => setAsked({ key, act: 'revoke' }),
                  },
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
  if (expiresAt === null) return strings.keyTable.never
  if (new Date(expiresAt) > new Date()) return <Time at={expiresAt} />
  return <Status state="bad">{strings.keyTable.expired}</Status>
}

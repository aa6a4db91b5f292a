import { useState } from 'react'
import { useCreateToken, useRevokeToken, useTokens } from '../../data/feedback.ts'
import { Button } from '../../kit/button.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Confirm } from '../../kit/form-dialog.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { ShownOnce } from '../../kit/shown-once.tsx'
import { Time } from '../../kit/time.tsx'
import { Snippets } from './snippets.tsx'

/** The feedback tokens, which can only send reports. */
export function Tokens({ onClose }: { onClose: () => void }) {
  const tokens = useTokens()
  const create = useCreateToken()
  const [ending, setEnding] = useState<{ id: string; start: string } | null>(null)
  if (ending) return <End token={ending} onClose={() => setEnding(null)} />
  if (create.data) return <Made secret={create.data.secret} onClose={() => create.reset()} />
  return (
    <Dialog
      title="Feedback tokens"
      onClose={onClose}
      wide
      footer={
        <>
          <span className="grow muted">Tokens can only send reports.</span>
          <Button look="primary" busy={create.isPending && 'Creating'} onClick={() => create.mutate()}>
            New token
          </Button>
        </>
      }
    >
      {create.isError && <Failure error={create.error} />}
      <Loaded query={tokens} rows={2}>
        {(data) =>
          data.tokens.length === 0 ? (
            <p className="muted">No tokens yet. Agents without one share the public rate limit.</p>
          ) : (
            <DataTable
              caption="Feedback tokens"
              rows={data.tokens}
              keyOf={({ id }) => id}
              columns={[
                { head: 'Starts with', narrow: 'first', cell: ({ start }) => <code>{start}…</code> },
                {
                  head: 'Created',
                  narrow: 'full',
                  muted: true,
                  cell: ({ createdAt }) => <Time at={createdAt} />,
                },
                {
                  head: 'Action',
                  hideHead: true,
                  number: true,
                  narrow: 'second',
                  cell: (token) => (
                    <Button
                      slim
                      look="danger"
                      aria-label={`Revoke ${token.start}`}
                      onClick={() => setEnding(token)}
                    >
                      Revoke
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownOnce
      title="New token"
      what="the token"
      text={secret}
      note="Copy it now. It will not be shown again."
      wide
      onDone={onClose}
    >
      <Snippets token={secret} />
    </ShownOnce>
  )
}

function End({ token, onClose }: { token: { id: string; start: string }; onClose: () => void }) {
  const revoke = useRevokeToken()
  return (
    <Confirm
      title={`Revoke ${token.start}…`}
      verb="Revoke token"
      busy="Revoking"
      change={revoke}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Agents can no longer send reports with it.</p>
    </Confirm>
  )
}

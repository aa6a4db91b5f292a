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
import * as strings from './strings.ts'

/** The feedback tokens, which can only send reports. */
export function Tokens({ onClose }: { onClose: () => void }) {
  const tokens = useTokens()
  const create = useCreateToken()
  const [ending, setEnding] = useState<{ id: string; start: string } | null>(null)
  if (ending) return <End token={ending} onClose={() => setEnding(null)} />
  if (create.data) return <Made secret={create.data.secret} onClose={() => create.reset()} />
  return (
    <Dialog
      title={strings.tokens.feedbackTokens}
      onClose={onClose}
      wide
      footer={
        <>
          <span className="grow muted">{strings.tokens.note}</span>
          <Button
            look="primary"
            busy={create.isPending && strings.tokens.creating}
            onClick={() => create.mutate()}
          >
            {strings.tokens.newToken}
          </Button>
        </>
      }
    >
      {create.isError && <Failure error={create.error} />}
      <Loaded query={tokens} rows={2}>
        {(data) =>
          data.tokens.length === 0 ? (
            <p className="muted">{strings.tokens.noTokens}</p>
          ) : (
            <DataTable
              caption={strings.tokens.feedbackTokens}
              rows={data.tokens}
              keyOf={({ id }) => id}
              columns={[
                {
                  head: strings.tokens.startsWithColumn,
                  narrow: 'first',
                  cell: ({ start }) => <code>{start}…</code>,
                },
                {
                  head: strings.tokens.createdColumn,
                  narrow: 'full',
                  muted: true,
                  cell: ({ createdAt }) => <Time at={createdAt} />,
                },
                {
                  head: strings.tokens.actionColumn,
                  hideHead: true,
                  number: true,
                  narrow: 'second',
                  cell: (token) => (
                    <Button
                      slim
                      look="danger"
                      aria-label={strings.tokens.revokeNamed(token.start)}
                      onClick={() => setEnding(token)}
                    >
                      {strings.tokens.revoke}
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
      title={strings.tokens.newToken}
      what={strings.tokens.tokenNoun}
      text={secret}
      note={strings.tokens.copyNote}
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
      title={strings.tokens.revokeTitle(token.start)}
      verb={strings.tokens.revokeToken}
      busy={strings.tokens.revoking}
      change={revoke}
      onConfirm={() => revoke.mutate(token.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{strings.tokens.revokeEffect}</p>
    </Confirm>
  )
}

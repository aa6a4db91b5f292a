import { useKeyRevocation, useKeysOf } from '../../data/members.ts'
import { useMay } from '../../data/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Failure } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/**
 * The API keys that a member created, shown before their rights end: the keys stay unless they are revoked.
 */
export function KeysOfMember({ userId }: { userId: string }) {
  return useMay('admin') ? <Keys userId={userId} /> : null
}

function Keys({ userId }: { userId: string }) {
  const { data, error, refetch } = useKeysOf(userId)
  const revoke = useKeyRevocation(userId)
  if (error) return <Failure error={error} retry={() => refetch()} />
  if (!data) return <p className="muted">{strings.keysOfMember.loadingApiKeys}</p>
  if (revoke.data && data.keys.length === 0) return <p role="status">{strings.keysOfMember.allRevoked}</p>
  if (data.keys.length === 0) return null
  return (
    <>
      <p>{strings.keysOfMember.stayValid}</p>
      <ul>
        {data.keys.map(({ id, name, start }) => (
          <li key={id}>
            {name} <code>{start}…</code>
          </li>
        ))}
      </ul>
      <Button
        look="danger"
        className="justify-self-start"
        busy={revoke.isPending && strings.keysOfMember.revoking}
        onClick={() => revoke.mutate()}
      >
        {strings.keysOfMember.revokeAll}
      </Button>
      {revoke.error && <Failure error={revoke.error} />}
    </>
  )
}

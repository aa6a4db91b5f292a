import { Failure, Notice } from '../../kit/notice.tsx'
import { Asked, Reply } from './message.tsx'
import type { StreamingReply } from './streaming.ts'
import * as strings from './strings.ts'

/** A streaming reply, with its question until that is stored. */
export function Coming({
  live: { asked, said, state, error },
  isNew,
  isExplained,
}: {
  live: StreamingReply
  isNew: boolean
  /** Another notice has the error. */
  isExplained: boolean
}) {
  const { parts } = said
  return (
    <>
      {asked && isNew && (
        <Asked message={{ id: 'asked', role: 'user', parts: [{ type: 'text', text: asked.text }] }} />
      )}
      {parts.length > 0 && (
        <Reply parts={parts} isLive={state !== 'failed'} waiting={[]} isBusy answer={() => {}} />
      )}
      {state === 'reconnecting' && <Notice kind="warn">{strings.pendingReply.connectionLost}</Notice>}
      {state === 'failed' && error && !isExplained && <Failure error={error} />}
    </>
  )
}

import { ArrowDown } from 'lucide-react'
import type { Session, ShownSession } from '../../data/agent-sessions.ts'
import { useQueryState } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Failure, Notice } from '../../kit/notice.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { Refusal } from '../chats/refusal.tsx'
import { useFollow } from '../conversation/scroll.ts'
import { Spoken } from '../conversation/spoken.tsx'
import type { SessionFeed } from './follow.ts'
import { isOfKind, kinds, readKind } from './kinds.ts'
import { NextMessage } from './next-message.tsx'
import { RawEvents } from './raw-events.tsx'
import { useRequestActions } from './request-actions.ts'
import { wholeSentences } from './speech.ts'
import * as strings from './strings.ts'
import { entriesOf } from './timeline.ts'
import { TurnView } from './turn-view.tsx'

/** The timeline of a session, and the composer. */
export function SessionView({
  shown,
  isStale,
  followed: { timeline, events, first, speech, connection, error },
  state,
  readWhole,
}: {
  shown: ShownSession
  /** It is being read again. */
  isStale: boolean
  followed: SessionFeed
  state: Session['state']
  readWhole: () => void
}) {
  const { turns } = timeline
  const [value, setKind] = useQueryState('kind')
  const kind = readKind(value)
  const { list, isBehind, jump } = useFollow()
  const { actions, error: refused, again } = useRequestActions(shown, isStale, state, timeline)
  const isEmpty =
    kind !== 'usage' && turns.length > 0 && !turns.flatMap(entriesOf).some((entry) => isOfKind(entry, kind))
  return (
    <div className="conversation">
      <div className="said-list" ref={list}>
        {first > 0 && (
          <div>
            <Button slim onClick={readWhole}>
              {strings.sessionView.loadEarlierEvents}
            </Button>
          </div>
        )}
        {connection === 'opening' && !error && <Skeleton />}
        {turns.map((turn) => (
          <TurnView key={turn.id} turn={turn} kind={kind} actions={actions} />
        ))}
        {isEmpty && kind !== '' && <p className="muted">{strings.sessionView.noEvents}</p>}
        <Spoken sentences={wholeSentences(speech)} />
        {refused && <Refusal error={refused} retry={again} />}
        {connection === 'lost' && !error && (
          <Notice kind="warn">
            <span role="status">{strings.sessionView.connectionLost}</span>
          </Notice>
        )}
        {error && <Failure error={error} />}
        {events.length > 0 && <RawEvents events={events} first={first} />}
      </div>
      <div className="foot">
        {isBehind && (
          <Button slim className="newest" onClick={jump}>
            <Icon of={ArrowDown} />
            {strings.sessionView.jumpToNewest}
          </Button>
        )}
        <div>
          <Segments label={strings.sessionView.show} choices={kinds} value={kind} onChange={setKind} />
        </div>
        <NextMessage sessionId={shown.session.id} state={state} onSend={jump} />
      </div>
    </div>
  )
}

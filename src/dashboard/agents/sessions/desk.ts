import { useEffect, useMemo, useRef } from 'react'
import { type Session, type ShownSession, useAnswer, useRefresh } from '../../data/agent-sessions.ts'
import type { RequestActions } from './request.tsx'
import { openRequests, type Timeline } from './timeline.ts'

/** What a person can answer in a session now; what the server says of it is read anew when it stands otherwise. */
export function useDesk(
  { session, waiting }: ShownSession,
  isStale: boolean,
  state: Session['state'],
  timeline: Timeline,
) {
  const refresh = useRefresh()
  const { mutate, isPending, error, variables } = useAnswer(session.id)
  const open = timeline.turns.flatMap(openRequests)
  const openIds = open.map(({ requestId }) => requestId).join(' ')
  const standing = `${state} ${openIds}`
  const known = useRef(`${session.state} ${waiting.map(({ id }) => id).join(' ')}`)
  const isRead = timeline.turns.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done when the session stands otherwise
  useEffect(() => {
    if (!isRead) return
    if (standing !== known.current) void refresh()
    known.current = standing
  }, [isRead, standing])
  // Answered, and not told by the stream yet.
  const isBusy = isPending || (!error && variables !== undefined && openIds.includes(variables.requestId))
  const firstId = open.find(({ kind }) => kind === 'tool-approval')?.requestId
  const desk = useMemo<RequestActions>(
    () => ({ answer: mutate, isBusy, waiting: isStale ? undefined : waiting, firstId }),
    [mutate, isBusy, isStale, waiting, firstId],
  )
  return { desk, error, again: () => variables && mutate(variables) }
}

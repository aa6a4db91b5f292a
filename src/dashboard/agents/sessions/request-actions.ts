import { useEffect, useMemo, useRef } from 'react'
import { type Session, type ShownSession, useAnswer } from '../../data/agent-sessions.ts'
import { useInvalidate } from '../../data/query.ts'
import type { RequestActions } from './request.tsx'
import { openRequests, type Timeline } from './timeline.ts'

/**
 * The requests that the user can answer now. Reads the session again when its state or its requests change.
 */
export function useRequestActions(
  { session, waiting }: ShownSession,
  isStale: boolean,
  state: Session['state'],
  timeline: Timeline,
) {
  const invalidate = useInvalidate()
  const { mutate, isPending, error, variables } = useAnswer(session.id)
  const open = timeline.turns.flatMap(openRequests)
  const openIds = open.map(({ requestId }) => requestId).join(' ')
  const stateKey = `${state} ${openIds}`
  const known = useRef(`${session.state} ${waiting.map(({ id }) => id).join(' ')}`)
  const isRead = timeline.turns.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: it depends on the state of the session alone
  useEffect(() => {
    if (!isRead) return
    if (stateKey !== known.current) void invalidate('sessions')
    known.current = stateKey
  }, [isRead, stateKey])
  // Answered, but not yet in the stream.
  const isBusy = isPending || (!error && variables !== undefined && openIds.includes(variables.requestId))
  const firstId = open.find(({ kind }) => kind === 'tool-approval')?.requestId
  const actions = useMemo<RequestActions>(
    () => ({ answer: mutate, isBusy, waiting: isStale ? undefined : waiting, firstId }),
    [mutate, isBusy, isStale, waiting, firstId],
  )
  return { actions, error, again: () => variables && mutate(variables) }
}

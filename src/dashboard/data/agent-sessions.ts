import { api, ask, listen, queryOf, readMarkdown } from './api.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

/** A user's decision about a pending call. */
export type Decision = { approved: boolean; reason?: string }

const fetchSessions = (page: number) => ask(api.api.app['agent-sessions'].get({ query: queryOf({ page }) }))
export type Session = Awaited<ReturnType<typeof fetchSessions>>['sessions'][number]

const fetchSession = (sessionId: string) => ask(api.api.app['agent-sessions']({ sessionId }).get())
export type ShownSession = Awaited<ReturnType<typeof fetchSession>>

const pollMilliseconds = 30_000

/** A page of sessions, newest first. */
export function useSessions(page: number) {
  return useOrgQuery(['agent-sessions', { page }], () => fetchSessions(page), {
    refetchInterval: pollMilliseconds,
  })
}

/** One session, with its pending requests and whether the user may approve them. */
export function useShownSession(sessionId: string) {
  return useOrgQuery(['agent-sessions', sessionId], () => fetchSession(sessionId))
}

const sessionPath = (id: string) => `/v2/agent/v1/session/${encodeURIComponent(id)}`

/** The stream of a session from an event on. */
export const openStream = (sessionId: string, from: number, signal: AbortSignal) =>
  listen(`${sessionPath(sessionId)}/stream?startIndex=${from}&includeTailIndex=1`, signal)

/** A session as stored Markdown. */
export const fetchMarkdown = (sessionId: string) => readMarkdown(sessionPath(sessionId))

/** Starts a session with a message. */
export const useStart = () =>
  useOrgChange('sessions', (message: string) => ask(api.v2.agent.v1.session.post({ message })), {
    inBackground: true,
  })

/** Sends the next message of a session. */
export const useSay = (sessionId: string) =>
  useOrgChange(
    'sessions',
    (message: string) => ask(api.v2.agent.v1.session({ sessionId }).post({ message })),
    { inBackground: true },
  )

export type Response = { requestId: string; optionId?: string; text?: string }

/** Answers a question of a session. */
export const useAnswer = (sessionId: string) =>
  useOrgChange(
    'sessions',
    (response: Response) =>
      ask(api.api.app['agent-sessions']({ sessionId }).answers.post({ inputResponses: [response] })),
    { inBackground: true },
  )

/** A decision about a call in the session's format. */
export const toResponse = (requestId: string, { approved, reason }: Decision): Response => ({
  requestId,
  optionId: approved ? 'approve' : 'deny',
  text: reason,
})

/** Cancels the running or waiting turn. */
export const useCancel = (sessionId: string) =>
  useOrgChange('sessions', () => ask(api.v2.agent.v1.session({ sessionId }).cancel.post()), {
    inBackground: true,
  })

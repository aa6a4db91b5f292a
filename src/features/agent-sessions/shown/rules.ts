import { plainLine, shorten } from '../../../text/line.ts'
import type { SessionRow, SessionState, TurnRow } from '../model.ts'

type Standing = Pick<SessionRow, 'status' | 'openTurn'>

/** How a session stands for whoever looks on: what it is doing, or what it waits for. */
export function stateOf({ status, openTurn }: Standing, newest: TurnRow['status'] | null): SessionState {
  if (status !== 'active') return status
  if (openTurn !== null) return newest === 'waiting' ? 'waiting' : 'working'
  return newest === 'failed' ? 'failed' : 'active'
}

const titleCharacters = 80

/** What a session is called: the beginning of what it was told first. */
export const titleOfSession = (message: string | null) =>
  shorten(plainLine(message ?? ''), titleCharacters) || 'Session'

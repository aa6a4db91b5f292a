import type { Context } from '../../../context.ts'
import { isRefusal } from '../../../errors.ts'
import type { Actor } from '../../../http/internal-request.ts'
import type { ResponseSettings } from '../../../http/public-answer.ts'
import { identifyAsker } from '../../keys/identify.ts'
import { type Caller, hasScope } from '../../keys/model.ts'
import { readEvents } from './log/read-stream.ts'
import type { SessionRow, StreamQuery } from './model.ts'
import { getSession } from './service.ts'

/** The version of the session protocol; the newest clients read 21 to 26. */
const protocolVersion = '25'

/** The stream of a session, with the headers that its clients need. */
export async function openStream(
  ctx: Context,
  caller: Caller,
  sessionId: string,
  query: StreamQuery,
  set: ResponseSettings,
): Promise<Response> {
  const session = await getSession(ctx, caller, sessionId)
  const asker = { id: caller.id, organizationId: caller.organization.id }
  const mayRead = () => mayReadNow(ctx, asker)
  const stream = readEvents(ctx, { sessionId, ...windowOf(query, session), asker, mayRead })
  Object.assign(set.headers, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'x-eve-session-id': sessionId,
    'x-eve-stream-format': 'ndjson',
    'x-eve-stream-version': protocolVersion,
    // Proxies must not buffer the stream.
    'X-Accel-Buffering': 'no',
    ...(query.includeTailIndex === '1' && { 'x-eve-stream-tail-index': String(session.nextIndex - 1) }),
  })
  // The framework adds headers to a bare stream.
  return new Response(stream)
}

/** Whether a key or user may still read sessions; true if that cannot be checked now. */
async function mayReadNow(ctx: Context, asker: Actor): Promise<boolean> {
  try {
    return hasScope((await identifyAsker(ctx, asker)).scopes, 'chats.read')
  } catch (error) {
    return !isRefusal(error)
  }
}

/** The first line for a reader, and the line to end before; null waits for further lines. */
function windowOf(
  { startIndex, follow }: StreamQuery,
  { nextIndex, status }: Pick<SessionRow, 'nextIndex' | 'status'>,
) {
  const start = Number(startIndex ?? 0)
  return {
    from: start < 0 ? Math.max(0, nextIndex + start) : start,
    until: follow === 'false' || status !== 'active' ? nextIndex : null,
  }
}

import { type FeedbackBody, type FeedbackRow, type PublicFeedback, toFeedback } from './model.ts'

/** What was sent, with a value for every column that the sender fills. */
export type Submission = Pick<
  FeedbackRow,
  | 'projectId'
  | 'source'
  | 'sentiment'
  | 'title'
  | 'message'
  | 'agentClient'
  | 'agentModel'
  | 'toolVersion'
  | 'userAgent'
  | 'contextUrl'
  | 'externalId'
  | 'idempotencyKey'
  | 'metadata'
> & { kind: FeedbackRow['kind'] | null }

const userAgentLength = 2048

/** A body as it is stored: null where nothing was said, the User-Agent header where the body names none. */
export function toSubmission(body: FeedbackBody, userAgent: string | null): Submission {
  return {
    projectId: body.projectId ?? '',
    source: body.source ?? 'api',
    kind: body.kind ?? null,
    sentiment: body.sentiment ?? null,
    title: body.title ?? null,
    message: body.message,
    agentClient: body.agentClient ?? null,
    agentModel: body.agentModel ?? null,
    toolVersion: body.toolVersion ?? null,
    userAgent: body.userAgent ?? (userAgent?.trim().slice(0, userAgentLength) || null),
    contextUrl: body.contextUrl ?? null,
    externalId: body.externalId ?? null,
    idempotencyKey: body.idempotencyKey ?? null,
    metadata: body.metadata ?? null,
  }
}

/**
 * An entry as a stranger sees it. One that a key's owner sent may have been found by guessing its idempotency key:
 * of it only the id, the status and the times are told, beside what the stranger said.
 */
export function toPublicFeedback(row: FeedbackRow, said: Submission): typeof PublicFeedback.static {
  const { similarTo: _, ...entry } = toFeedback(
    row.isPublic ? row : { ...row, ...said, kind: said.kind ?? 'other' },
  )
  return entry
}

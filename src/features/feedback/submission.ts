import { type FeedbackBody, type FeedbackRow, type PublicFeedback, toFeedback } from './model.ts'

/** A submission with a value for every column that the sender fills. */
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

/** A body as it is stored: null for missing fields, the User-Agent header if the body names none. */
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
 * The view of an entry for anonymous clients. A guessed idempotency key may find an entry that was sent with an API
 * key: then only its id, status and times are returned, with the fields that the caller sent.
 */
export function toPublicFeedback(row: FeedbackRow, said: Submission): typeof PublicFeedback.static {
  const { similarTo: _, ...entry } = toFeedback(
    row.isPublic ? row : { ...row, ...said, kind: said.kind ?? 'other' },
  )
  return entry
}

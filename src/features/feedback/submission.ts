import type { FeedbackBody, FeedbackRow } from './model.ts'

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

/** A body as it is stored: trimmed, null where nothing was said, the User-Agent header where the body names none. */
export function toSubmission(body: FeedbackBody, userAgent: string | null): Submission {
  return {
    projectId: body.projectId?.trim() ?? '',
    source: body.source ?? 'api',
    kind: body.kind ?? null,
    sentiment: body.sentiment ?? null,
    title: body.title?.trim() ?? null,
    message: body.message.trim(),
    agentClient: body.agentClient?.trim() ?? null,
    agentModel: body.agentModel?.trim() ?? null,
    toolVersion: body.toolVersion?.trim() ?? null,
    userAgent: body.userAgent?.trim() ?? (userAgent?.trim().slice(0, userAgentLength) || null),
    contextUrl: body.contextUrl?.trim() ?? null,
    externalId: body.externalId?.trim() ?? null,
    idempotencyKey: body.idempotencyKey?.trim() ?? null,
    metadata: body.metadata ?? null,
  }
}

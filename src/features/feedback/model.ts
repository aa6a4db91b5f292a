import { t } from 'elysia'
import { idField, integer, link, oneOf, optional, smallObject, text } from '../../http/fields.ts'
import { Pagination, pageQuery } from '../../http/paging.ts'
import {
  type feedback,
  feedbackKinds,
  feedbackSentiments,
  feedbackSources,
  feedbackStatuses,
} from './table.ts'

export type FeedbackRow = typeof feedback.$inferSelect

function choice<const T extends readonly string[]>(name: string, words: T, description?: string) {
  return oneOf(words, { description, error: `${name} must be one of ${words.join(', ')}` })
}

/** What an agent sends; only the message is required (spec: Feedback entry). */
export const FeedbackBody = t.Object({
  message: text('message', 1, 4000),
  title: optional(text('title', 1, 200)),
  kind: optional(choice('kind', feedbackKinds)),
  sentiment: optional(choice('sentiment', feedbackSentiments)),
  source: optional(choice('source', feedbackSources)),
  projectId: optional(text('projectId', 1, 100)),
  agentClient: optional(text('agentClient', 1, 200)),
  agentModel: optional(text('agentModel', 1, 200)),
  toolVersion: optional(text('toolVersion', 1, 200)),
  userAgent: optional(text('userAgent', 1, 2048)),
  contextUrl: optional(link('contextUrl', 2048)),
  externalId: optional(text('externalId', 1, 200)),
  idempotencyKey: optional(text('idempotencyKey', 1, 200)),
  metadata: optional(smallObject('metadata', 8192)),
})
export type FeedbackBody = typeof FeedbackBody.static

/** A complete example of a submission. */
export const exampleFeedback = {
  message: 'The export stops after a hundred rows.',
  kind: 'bug',
  sentiment: 'negative',
  agentClient: 'codex',
}

export const FeedbackPatch = t.Object({
  status: choice('status', feedbackStatuses),
  withSimilar: t.Optional(
    t.Boolean({
      description: 'Also update the open entries about the same topic.',
      error: 'withSimilar must be true or false',
    }),
  ),
})
export type FeedbackPatch = typeof FeedbackPatch.static

export const FeedbackQuery = t.Object({
  ...pageQuery(25),
  status: t.Optional(choice('status', feedbackStatuses, 'Only entries of this status.')),
  kind: t.Optional(choice('kind', feedbackKinds, 'Only entries of this kind.')),
  projectId: t.Optional(idField('projectId', 'Only entries of this project, by its ID.')),
  similarTo: t.Optional(idField('similarTo', 'Only entries about the same topic as this one, by its ID.')),
  groupBy: t.Optional(
    oneOf(['similar'], {
      description: 'How to group the entries. Default: not at all.',
      error: 'groupBy must be similar',
    }),
  ),
})
export type FeedbackQuery = typeof FeedbackQuery.static

const nullableText = t.Nullable(t.String())
const fields = {
  id: t.String(),
  projectId: nullableText,
  source: oneOf(feedbackSources),
  kind: oneOf(feedbackKinds),
  sentiment: t.Nullable(oneOf(feedbackSentiments)),
  status: oneOf(feedbackStatuses),
  title: nullableText,
  message: t.String(),
  agentClient: nullableText,
  agentModel: nullableText,
  toolVersion: nullableText,
  userAgent: nullableText,
  contextUrl: nullableText,
  externalId: nullableText,
  idempotencyKey: nullableText,
  metadata: t.Nullable(t.Record(t.String(), t.Any())),
  similarTo: nullableText,
  resolvedAt: nullableText,
  createdAt: t.String(),
  updatedAt: t.String(),
}
export const Feedback = t.Object(fields)
export type Feedback = typeof Feedback.static

const counts = t.Array(t.Object({ value: nullableText, count: integer }))
/** How often the entries of a group arrived from each sender, most frequent first. */
export const FeedbackGroup = t.Object({
  total: integer,
  agentClients: counts,
  agentModels: counts,
  toolVersions: counts,
})
export type FeedbackGroup = typeof FeedbackGroup.static

export const StoredFeedback = t.Object({ feedback: Feedback, deduplicated: t.Boolean() })
/** The response to an anonymous client: it omits which other entries are similar. */
export const PublicFeedback = t.Omit(Feedback, ['similarTo'])
export const StoredPublicFeedback = t.Object({ feedback: PublicFeedback, deduplicated: t.Boolean() })
export const OneFeedback = t.Object({ feedback: Feedback })
export const FeedbackPage = t.Object({
  feedback: t.Array(t.Object({ ...fields, group: t.Optional(FeedbackGroup) })),
  pagination: Pagination,
})

export function toFeedback(row: FeedbackRow): Feedback {
  return {
    id: row.id,
    projectId: row.projectId || null,
    source: row.source,
    kind: row.kind,
    sentiment: row.sentiment,
    status: row.status,
    title: row.title,
    message: row.message,
    agentClient: row.agentClient,
    agentModel: row.agentModel,
    toolVersion: row.toolVersion,
    userAgent: row.userAgent,
    contextUrl: row.contextUrl,
    externalId: row.externalId,
    idempotencyKey: row.idempotencyKey,
    metadata: row.metadata,
    similarTo: row.similarTo,
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../../db/prepared.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import type { LogEntry } from '../model.ts'
import { webhookLogs } from '../table.ts'

/** What anyone can cause by posting to a payload URL; older entries make room. */
const unverifiedPerRepository = 200

/** Statements that write a delivery's one log entry (spec: Webhook log entry). */
export function logDelivery(ctx: Context, integration: IntegrationRow, entry: LogEntry): Statement[] {
  const write = insertEntry(ctx)({
    id: '',
    organizationId: integration.organizationId,
    integrationId: integration.id,
    referenceId: entry.deliveryId,
    title: entry.title,
    status: entry.statusCode === 200 ? 'success' : 'failed',
    statusCode: entry.statusCode,
    errorMessage: entry.errorMessage ?? null,
    payload: entry.payload ?? null,
    processed: entry.processed ?? false,
    verified: entry.verified,
    createdAt: ctx.now(),
  })
  return entry.verified ? [write] : [write, capUnverified(ctx)({ integrationId: integration.id })]
}

const insertEntry = once((db) =>
  prepareStatement(
    db
      .insert(webhookLogs)
      .values(
        placeholders(
          'id',
          'organizationId',
          'integrationId',
          'referenceId',
          'title',
          'status',
          'statusCode',
          'errorMessage',
          'payload',
          'processed',
          'verified',
          'createdAt',
        ),
      ),
  ),
)

const capUnverified = once((db) => {
  // Spelled out, since a bound value would not let the partial index serve.
  const isUnverified = sql`${webhookLogs.verified} = 0`
  const ofStrangers = and(eq(webhookLogs.integrationId, sql.placeholder('integrationId')), isUnverified)
  const oldestKept = db
    .select({ sequence: webhookLogs.sequence })
    .from(webhookLogs)
    .where(ofStrangers)
    .orderBy(desc(webhookLogs.sequence))
    .limit(1)
    .offset(unverifiedPerRepository - 1)
  return prepareStatement(
    db.delete(webhookLogs).where(and(ofStrangers, lt(webhookLogs.sequence, sql`(${oldestKept})`))),
  )
})

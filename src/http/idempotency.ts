import { and, eq, lte } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../context.ts'
import type { Statement } from '../db/client.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { defineJob } from '../jobs/define.ts'
import { deleteInSlices } from '../jobs/retention.ts'
import { toolCalls } from './table.ts'

/** The caller. Only tool calls have an id; others are not retried. */
type Caller = { organization: { id: string }; callId?: string | undefined }

/**
 * The id of the record that an earlier attempt of the same call created; null if there is none. A function that
 * creates a record for a tool calls this first, and adds `recordResult` to its batch.
 */
export async function findEarlierResult(
  ctx: Context,
  { organization, callId }: Caller,
): Promise<string | null> {
  if (callId === undefined) return null
  const { organizationId, callId: id, made } = toolCalls
  const [row] = await ctx.db
    .select({ made })
    .from(toolCalls)
    .where(and(eq(organizationId, organization.id), eq(id, callId)))
  if (!row) return null
  // The caller may rely on the record, and the attempt that created it may still wait for the disk.
  await ctx.db.$client.durable()
  return row.made
}

/** Statements that store the result of a call. They fail the batch if an earlier attempt has stored one. */
export function recordResult(ctx: Context, { organization, callId }: Caller, made: string): Statement[] {
  if (callId === undefined) return []
  return [
    ctx.db.insert(toolCalls).values({ organizationId: organization.id, callId, made, createdAt: ctx.now() }),
  ]
}

/** True if a batch failed because another attempt of the call stored its result first. */
export const isRecordedAlready = (error: unknown) => isUniqueViolation(error, 'tool_calls.call_id')

const retentionMs = 30 * 24 * 60 * 60 * 1000

/** Deletes calls that are no longer retried. */
export const sweepToolCalls = defineJob(
  'tool-calls.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - retentionMs)
    await deleteInSlices(ctx, toolCalls, lte(toolCalls.createdAt, before), { signal })
  },
  { title: 'Deleting old tool calls' },
)

import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isForeignKeyViolation, isGuardViolation } from '../../../db/errors.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { maxSequences, type SequenceBody, type SequencePatch, type SequenceRow } from './model.ts'
import { sequences } from './table.ts'

/** Lists the conversations of a project, oldest first (contract geo 4). */
export async function listSequences(ctx: Context, caller: Caller, projectId: string): Promise<SequenceRow[]> {
  await getProject(ctx, caller, projectId)
  return ctx.db
    .select()
    .from(sequences)
    .where(eq(sequences.projectId, projectId))
    .orderBy(asc(sequences.createdAt), asc(sequences.id))
}

/** Adds a conversation. The statement itself enforces the limit of ten per project. */
export async function createSequence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { name, steps, enabled }: SequenceBody,
): Promise<SequenceRow> {
  await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return getSequence(ctx, projectId, made)
  const row = {
    id: Bun.randomUUIDv7(),
    projectId,
    name,
    steps,
    enabled: enabled ?? true,
    createdAt: ctx.now(),
  }
  const isOneTooMany = sql`(select count(*) from geo_sequences where project_id = ${projectId}) > ${maxSequences}`
  try {
    const [[created]] = await updateIfUnchanged(ctx, caller, [
      ctx.db.insert(sequences).values(row).returning(),
      ctx.db.run(sql`insert into guards (ok) select 0 where ${isOneTooMany}`),
      ...recordResult(ctx, caller, row.id),
    ])
    return created as SequenceRow
  } catch (error) {
    if (isGuardViolation(error)) throw badRequest(`A project can have at most ${maxSequences} conversations`)
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}

async function getSequence(ctx: Context, projectId: string, id: string): Promise<SequenceRow> {
  const [row] = await ctx.db.select().from(sequences).where(own(projectId, id))
  if (!row) throw notFound('Conversation not found')
  return row
}

/** Updates the given fields. */
export async function updateSequence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
  { name, steps, enabled }: SequencePatch,
): Promise<SequenceRow> {
  const changes = { name: name ?? undefined, steps: steps ?? undefined, enabled: enabled ?? undefined }
  if (Object.values(changes).every((value) => value === undefined))
    throw badRequest('At least one field is required')
  await getProject(ctx, caller, projectId)
  const update = ctx.db.update(sequences).set(changes).where(own(projectId, id)).returning()
  const [[updated]] = await updateIfUnchanged(ctx, caller, [update])
  if (!updated) throw notFound('Conversation not found')
  return updated
}

/** Deletes a conversation but not its answers. */
export async function deleteSequence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
): Promise<void> {
  await getProject(ctx, caller, projectId)
  const removal = ctx.db.delete(sequences).where(own(projectId, id)).returning({ id: sequences.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Conversation not found')
}

const own = (projectId: string, id: string) => and(eq(sequences.projectId, projectId), eq(sequences.id, id))

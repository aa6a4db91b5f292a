import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { nextUpdatedAt } from '../../../http/reviewed.ts'
import type { FactRow, UsableFact } from './model.ts'
import { brandFacts } from './table.ts'

/**
 * Returns the facts of an identity that writers may use, texts first, then the oldest. Includes pages whose
 * last read failed.
 */
export async function findUsableFacts(ctx: Context, brandIdentityId: string): Promise<UsableFact[]> {
  const { id, text, url, createdAt } = brandFacts
  const rows = await ctx.db
    .select({ id, text, url })
    .from(brandFacts)
    .where(and(eq(brandFacts.brandIdentityId, brandIdentityId), isNotNull(text)))
    .orderBy(sql`${url} is not null`, asc(createdAt), asc(id))
  return rows.flatMap(({ text, ...fact }) => (text === null ? [] : [{ ...fact, text }]))
}

/** A read of a page. The URL of the fact may change before it ends. */
export type FactReading = { factId: string; url: string }

/** Returns the fact of a queued read; null if it was deleted, changed or read meanwhile. */
export async function findQueuedFact(ctx: Context, reading: FactReading): Promise<FactRow | null> {
  const [row] = await ctx.db.select().from(brandFacts).where(isQueued(reading))
  return row ?? null
}

/** Returns a statement that stores the text of a page. */
export function savePage(
  ctx: Context,
  reading: FactReading,
  page: { title: string | null; text: string },
): Statement {
  return ctx.db
    .update(brandFacts)
    .set({ ...page, status: 'ready', error: null, fetchedAt: ctx.now(), updatedAt: later(ctx) })
    .where(isQueued(reading))
}

/** Returns a statement that stores why a page could not be read. The text of an earlier read is preserved. */
export function failReading(ctx: Context, reading: FactReading, reason: string): Statement {
  return ctx.db
    .update(brandFacts)
    .set({ status: 'failed', error: reason, updatedAt: later(ctx) })
    .where(isQueued(reading))
}

const later = (ctx: Context) => nextUpdatedAt(ctx, brandFacts.updatedAt)

const isQueued = ({ factId, url }: FactReading) =>
  and(eq(brandFacts.id, factId), eq(brandFacts.url, url), eq(brandFacts.status, 'queued'))

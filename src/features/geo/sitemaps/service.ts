import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isForeignKeyViolation, isGuardViolation } from '../../../db/errors.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { findEarlierResult, recordResult } from '../../../http/idempotency.ts'
import { readAddress } from '../../../http/read-address.ts'
import { updateIfUnchanged } from '../../../http/reviewed.ts'
import type { Caller } from '../../keys/model.ts'
import { getProject } from '../projects/service.ts'
import { readSitemapJob } from './job.ts'
import { maxSitemaps, type SitemapBody, type SitemapRow } from './model.ts'
import { findOwnSitemap, nextReading } from './record.ts'

import { sitemaps } from './table.ts'

/** Lists the sitemaps of a project, oldest first. */
export async function listSitemaps(ctx: Context, caller: Caller, projectId: string): Promise<SitemapRow[]> {
  await getProject(ctx, caller, projectId)
  return ctx.db
    .select()
    .from(sitemaps)
    .where(eq(sitemaps.projectId, projectId))
    .orderBy(asc(sitemaps.createdAt), asc(sitemaps.id))
}

/** Returns a sitemap of a project, else 404. */
export async function getSitemap(ctx: Context, projectId: string, id: string): Promise<SitemapRow> {
  const row = await findOwnSitemap(ctx, projectId, id)
  if (!row) throw notFound('Sitemap not found')
  return row
}

/** Adds a sitemap and queues its read. An existing one is read again. */
export async function addSitemap(
  ctx: Context,
  caller: Caller,
  projectId: string,
  body: SitemapBody,
): Promise<{ row: SitemapRow; isNew: boolean }> {
  await getProject(ctx, caller, projectId)
  const made = await findEarlierResult(ctx, caller)
  if (made) return { row: await getSitemap(ctx, projectId, made), isNew: true }
  const url = readAddress(ctx, body.url, 'https://acme.com/sitemap.xml')
  await caller.spend()
  const now = ctx.now()
  const known = await findByUrl(ctx, projectId, url)
  const id = known?.id ?? Bun.randomUUIDv7()
  const key = `sitemaps.read:${id}@${now.toISOString()}`
  const isOneTooMany = sql`(select count(*) from geo_sitemaps where project_id = ${projectId}) > ${maxSitemaps}`
  try {
    const [[row]] = await updateIfUnchanged(ctx, caller, [
      ctx.db
        .insert(sitemaps)
        .values({
          id,
          projectId,
          url,
          status: 'pending',
          nextFetchAt: nextReading(ctx),
          createdAt: now,
        })
        .onConflictDoUpdate({
          target: [sitemaps.projectId, sitemaps.url],
          set: {
            status: sql`case when fetched_at is null then 'pending' else status end`,
            error: null,
            nextFetchAt: nextReading(ctx),
          },
        })
        .returning(),
      ctx.db.run(sql`insert into guards (ok) select 0 where ${isOneTooMany}`),
      readSitemapJob.insert(ctx, { sitemapId: id }, { key }),
      ...recordResult(ctx, caller, id),
    ])
    ctx.jobsReady.wake()
    return { row: row as SitemapRow, isNew: !known }
  } catch (error) {
    if (isGuardViolation(error)) throw badRequest(`A project can have at most ${maxSitemaps} sitemaps`)
    // The project was deleted meanwhile.
    throw isForeignKeyViolation(error) ? notFound('Project not found') : error
  }
}

/** Deletes a sitemap with its pages. Briefs keep their links. */
export async function deleteSitemap(
  ctx: Context,
  caller: Caller,
  projectId: string,
  id: string,
): Promise<void> {
  await getProject(ctx, caller, projectId)
  const removal = ctx.db
    .delete(sitemaps)
    .where(and(eq(sitemaps.projectId, projectId), eq(sitemaps.id, id)))
    .returning({ id: sitemaps.id })
  const [deleted] = await updateIfUnchanged(ctx, caller, [removal])
  if (deleted.length === 0) throw notFound('Sitemap not found')
}

async function findByUrl(ctx: Context, projectId: string, url: string): Promise<SitemapRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(sitemaps)
    .where(and(eq(sitemaps.projectId, projectId), eq(sitemaps.url, url)))
  return row
}

import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { atomically } from '../../../db/client.ts'
import { defineJob, type Work } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { projects } from '../projects/table.ts'
import { findDueSitemaps, nextReading, noteFailure } from './record.ts'
import { sitemaps } from './table.ts'

const OfSitemap = t.Object({ sitemapId: t.String() })

async function read(...reading: Parameters<Work<typeof OfSitemap.static>>) {
  const { readPages } = await import('./work.ts')
  return readPages(...reading)
}

/** Reads a sitemap and its most relevant pages. */
export const readSitemapJob = defineJob('sitemaps.read', OfSitemap, read, {
  title: 'Reading a sitemap',
  subject: (ctx, { sitemapId }) =>
    findSubject(
      ctx,
      sql`
      select project.organization_id, 'sitemap ' || sitemap.url as record
      from ${sitemaps} as sitemap join ${projects} as project on project.id = sitemap.project_id
      where sitemap.id = ${sitemapId}`,
    ),
  attempts: 3,
  onDead: (ctx, { sitemapId }, reason) => [noteFailure(ctx, sitemapId, reason)],
})

const maxAtOnce = 25

/** Reads sitemaps again a week after the last read. */
export const sweepSitemaps = defineJob(
  'sitemaps.sweep',
  t.Object({}),
  async (ctx) => {
    for (const { id, nextFetchAt } of await findDueSitemaps(ctx, maxAtOnce))
      await atomically(ctx.db, [
        ctx.db
          .update(sitemaps)
          .set({ nextFetchAt: nextReading(ctx) })
          .where(eq(sitemaps.id, id)),
        readSitemapJob.insert(
          ctx,
          { sitemapId: id },
          { key: `sitemaps.read:${id}@${nextFetchAt.toISOString()}` },
        ),
      ])
  },
  { title: 'Starting due sitemap reads' },
)

import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import type { InsertOptions } from '../../../../jobs/queue.ts'
import { geoSettings } from '../../settings/table.ts'

type ReadJob = {
  name: string
  insert(ctx: Context, payload: { projectId: string }, when?: InsertOptions): Statement
}

const pageSize = 100

/** Queues a read of the cited pages of every project that is scanned automatically, once a day. */
export async function readPagesOfProjects(ctx: Context, job: ReadJob): Promise<void> {
  const day = ctx.now().toISOString().slice(0, 10)
  let after = ''
  for (;;) {
    const found = await ctx.db
      .select({ projectId: geoSettings.projectId })
      .from(geoSettings)
      .where(and(eq(geoSettings.enabled, true), gt(geoSettings.projectId, after)))
      .orderBy(asc(geoSettings.projectId))
      .limit(pageSize)
    for (const { projectId } of found)
      await job.insert(ctx, { projectId }, { key: `${job.name}:${projectId}:${day}` })
    if (found.length < pageSize) return
    after = found.at(-1)?.projectId ?? ''
  }
}

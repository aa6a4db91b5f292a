import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { freeKey } from '../../../jobs/queue.ts'
import { findSubject } from '../../organizations/subject.ts'
import { githubApps } from '../table.ts'

/** All deliveries that arrive before a sync starts share it: GitHub may repeat a delivery with another id. */
export const syncAppKey = (organizationId: string) => `integrations.app:${organizationId}`

/** Reads the repositories that the GitHub App of an organization may use, after a delivery says that they changed. */
export const syncAppJob = defineJob(
  'integrations.app',
  t.Object({ organizationId: t.String() }),
  async (ctx, { organizationId }, { key }) => {
    // A delivery that arrives from now on may be about a later change.
    await freeKey(ctx, key)
    const { syncApp } = await import('./sync-app.ts')
    await syncApp(ctx, organizationId)
  },
  {
    title: 'Reading the repositories of a GitHub App',
    onDead: (ctx, { organizationId }) => [freeKey(ctx, syncAppKey(organizationId))],
    subject: (ctx, { organizationId }) =>
      findSubject(
        ctx,
        sql`select organization_id, slug as record from ${githubApps} where organization_id = ${organizationId}`,
      ),
  },
)

import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { githubApps } from '../table.ts'

/** Reads the repositories that the GitHub App of an organization may use, after a delivery says that they changed. */
export const syncAppJob = defineJob(
  'integrations.app',
  t.Object({ organizationId: t.String() }),
  async (ctx, { organizationId }) => {
    const { syncApp } = await import('./sync-app.ts')
    await syncApp(ctx, organizationId)
  },
  {
    title: 'Reading the repositories of a GitHub App',
    subject: (ctx, { organizationId }) =>
      findSubject(
        ctx,
        sql`select organization_id, slug as record from ${githubApps} where organization_id = ${organizationId}`,
      ),
  },
)

import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { findSubject } from '../../organizations/subject.ts'
import { deleteConnection, endConnection } from './disconnect.ts'
import { failSync, startWeeklySyncs, syncQueries } from './sync.ts'
import { searchConsoleProperties } from './table.ts'

/** Reads the queries of a property and suggests prompts from them. */
export const syncQueriesJob = defineJob(
  syncQueries,
  t.Object({ projectId: t.String(), syncId: t.String() }),
  async (ctx, key, attempt) => (await import('./read-queries.ts')).readQueries(ctx, key, attempt),
  {
    title: 'Reading search queries',
    subject: (ctx, { projectId }) =>
      findSubject(
        ctx,
        sql`
        select organization_id, 'property ' || site_url as record
        from ${searchConsoleProperties} where project_id = ${projectId}`,
      ),
    attempts: 4,
    onDead: (ctx, key, reason) => [failSync(ctx, key, reason)],
  },
)

/** Revokes the access to Google and deletes the connection, also if Google does not respond. */
export const disconnectJob = defineJob(
  endConnection,
  t.Object({ organizationId: t.String(), connectionId: t.String() }),
  async (ctx, key) => (await import('./disconnect.ts')).revokeAndDelete(ctx, key),
  {
    title: 'Disconnecting Google Search Console',
    subject: (ctx, { organizationId }) =>
      findSubject(ctx, sql`select ${organizationId} as organization_id, 'its connection' as record`),
    attempts: 4,
    onDead: (ctx, key) => deleteConnection(ctx, key),
  },
)

/** Reads the queries of every property once a week. */
export const syncWeekly = defineJob('search-console.weekly', t.Object({}), startWeeklySyncs, {
  title: 'Starting weekly reads of search queries',
})

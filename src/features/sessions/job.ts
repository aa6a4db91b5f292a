import { lte } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { deleteInSlices } from '../../jobs/retention.ts'
import { invitations } from '../invitations/table.ts'
import { devices, links, sessions } from './table.ts'

/** Deletes expired sessions, devices, links and invitations. */
export const sweepSessions = defineJob(
  'sessions.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    for (const table of [sessions, devices, links, invitations])
      await deleteInSlices(ctx, table, lte(table.expiresAt, ctx.now()), { signal })
  },
  { title: 'Deleting expired sessions and links' },
)

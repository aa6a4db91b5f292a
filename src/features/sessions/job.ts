import { lte, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { deleteInSlices, repeatSlices } from '../../jobs/retention.ts'
import { invitations } from '../invitations/table.ts'
import { isOpenConnection } from '../keys/table.ts'
import { oauthClients, oauthGrants } from '../oauth/table.ts'
import { devices, links, sessions } from './table.ts'

/** Deletes expired sessions, devices, links, invitations, and clients and grants of OAuth. */
export const sweepSessions = defineJob(
  'sessions.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    for (const table of [sessions, devices, links, invitations, oauthClients, oauthGrants])
      await deleteInSlices(ctx, table, lte(table.expiresAt, ctx.now()), { signal })
    // Like keys that were revoked, they keep their names in lists of what they did.
    await repeatSlices(
      ctx,
      sql`update api_keys set revoked_at = ${ctx.now().getTime()} where id in (
        select id from api_keys where ${isOpenConnection} and expires_at <= ${ctx.now().getTime()} limit 200)`,
      { signal },
    )
  },
  { title: 'Deleting expired sessions and links' },
)

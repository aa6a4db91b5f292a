import { lte } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../jobs/define.ts'
import { invitations } from '../invitations/table.ts'
import { links, sessions } from './table.ts'

/** Forgets sessions, links and invitations that are good for nothing any more. */
export const sweepSessions = defineJob('sessions.sweep', t.Object({}), async (ctx) => {
  const now = ctx.now()
  return [
    ctx.db.delete(sessions).where(lte(sessions.expiresAt, now)),
    ctx.db.delete(links).where(lte(links.expiresAt, now)),
    ctx.db.delete(invitations).where(lte(invitations.expiresAt, now)),
  ]
})

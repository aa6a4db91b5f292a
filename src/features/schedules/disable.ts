import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { schedules } from './table.ts'
import { disarmDisabled } from './timer.ts'

/** Two statements that disable the enabled schedules of a repository that goes away; the first gives their ids and names (contract 9). */
export function disableSchedulesOf(ctx: Context, organizationId: string, integrationId: string) {
  return disable(
    ctx,
    organizationId,
    sql`exists (select 1 from json_each(${schedules.repositoryIds}) where value = ${integrationId})`,
  )
}

/** The same for the schedules that write as a brand identity which goes away (contract 8.3). */
export function disableSchedulesWithIdentity(ctx: Context, organizationId: string, brandIdentityId: string) {
  return disable(
    ctx,
    organizationId,
    sql`json_extract(${schedules.outputConfig}, '$.brandVoiceId') = ${brandIdentityId}`,
  )
}

function disable(ctx: Context, organizationId: string, match: SQL) {
  const chosen = and(eq(schedules.organizationId, organizationId), match)
  return [
    ctx.db
      .update(schedules)
      .set({ enabled: false, updatedAt: ctx.now() })
      .where(and(chosen, eq(schedules.enabled, true)))
      .returning({ id: schedules.id, name: schedules.name }),
    disarmDisabled(ctx, chosen),
  ] as const
}

import { and, eq, exists, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { armTask, disarmTask, disarmTasks } from '../../cron/arm.ts'
import { recurring } from '../../cron/table.ts'
import type { Statement } from '../../db/client.ts'
import { nextUpdatedAt } from '../../http/reviewed.ts'
import { type Definition, failuresBeforePause, toPattern } from './rules.ts'
import { automationRepositories, automations, type FailureReason } from './table.ts'

/** The job that a due schedule is run by; it takes `{ scheduleId, due }`. */
export const scheduleRun = 'schedules.run'

const timerPrefix = 'schedules:'
const timerKey = (id: string) => `${timerPrefix}${id}`
export const isTimerOf = (id: SQLWrapper) => sql`${recurring.key} = ${timerPrefix} || ${id}`

/**
 * A statement that fails the batch on its guard unless the repositories that must be there are connected:
 * those of an event trigger always (contract 11.2), those of a schedule while it is enabled (contract 10.2). Schedules
 * may name trackers too, as `<provider>:<id>`.
 */
export function requireRepositories(
  ctx: Context,
  organizationId: string,
  { sourceType, enabled, repositoryIds }: Definition,
) {
  const isNeeded = enabled || sourceType === 'github_webhook'
  const named = sql`(select value from json_each(${JSON.stringify(repositoryIds)}))`
  const found = sql`
    select (select count(*) from integrations where organization_id = ${organizationId} and id in ${named})
      + (select count(*) from trackers
        where organization_id = ${organizationId} and provider || ':' || id in ${named} and ${sourceType} = 'cron')`
  return ctx.db.run(sql`
    insert into guards (ok) select 0
    where ${isNeeded ? 1 : 0} = 1 and (${found}) < ${repositoryIds.length}`)
}

/** A statement that fails the batch on its guard unless the brand identity to write as is the organization's own. */
export function requireIdentity(ctx: Context, organizationId: string, { outputConfig }: Definition) {
  const id = outputConfig?.brandVoiceId ?? null
  const own = sql`select 1 from brand_identities where organization_id = ${organizationId} and id = ${id}`
  return ctx.db.run(sql`
    insert into guards (ok) select 0 where ${id} is not null and not exists (${own})`)
}

/** Statements that set what stands beside an automation's row: its repositories, and the timer of an enabled schedule. */
export function setUp(
  ctx: Context,
  id: string,
  { enabled, repositoryIds, sourceConfig }: Definition,
): Statement[] {
  const timer =
    enabled && 'cron' in sourceConfig
      ? armTask(ctx, {
          key: timerKey(id),
          pattern: toPattern(sourceConfig.cron),
          job: scheduleRun,
          payload: { scheduleId: id },
        })
      : disarmTask(ctx, timerKey(id))
  return [
    ctx.db.delete(automationRepositories).where(eq(automationRepositories.automationId, id)),
    ctx.db
      .insert(automationRepositories)
      .values(repositoryIds.map((integrationId) => ({ integrationId, automationId: id }))),
    timer,
  ]
}

/** A statement that ends the timer of an automation that goes away. */
export const dropTimer = (ctx: Context, id: string) => disarmTask(ctx, timerKey(id))

/** Two statements that disable what reads a repository that goes away; the first gives `toDisabled` its rows (contract 9). */
export function disableReadersOf(ctx: Context, organizationId: string, integrationId: string) {
  const target = ctx.db
    .select({ id: automationRepositories.automationId })
    .from(automationRepositories)
    .where(
      and(
        eq(automationRepositories.integrationId, integrationId),
        eq(automationRepositories.automationId, automations.id),
      ),
    )
  return disable(ctx, organizationId, exists(target))
}

/** The same for what writes as a brand identity that goes away (contract 8.3). */
export function disableWritersAs(ctx: Context, organizationId: string, brandIdentityId: string) {
  const match = sql`json_extract(${automations.outputConfig}, '$.brandVoiceId') = ${brandIdentityId}`
  return disable(ctx, organizationId, match)
}

function disable(ctx: Context, organizationId: string, match: SQL) {
  const chosen = and(eq(automations.organizationId, organizationId), match)
  const { id, name, sourceType } = automations
  return [
    ctx.db
      .update(automations)
      .set({ enabled: false, updatedAt: nextUpdatedAt(ctx, automations.updatedAt) })
      .where(and(chosen, eq(automations.enabled, true)))
      .returning({ id, name, sourceType }),
    dropTimersOfDisabled(ctx, chosen),
  ] as const
}

function dropTimersOfDisabled(ctx: Context, chosen: SQL | undefined) {
  return disarmTasks(
    ctx,
    ctx.db
      .select({ key: sql`${timerPrefix} || ${automations.id}` })
      .from(automations)
      .where(and(eq(automations.enabled, false), chosen)),
  )
}

const countedMilliseconds = 30 * 24 * 60 * 60 * 1000

/**
 * Statements that count a failed run; the third in a row for one reason within 30 days pauses its automation (contract 10.3).
 * A person's own run has none, and does not count. The database does the counting, so that runs which end together all count.
 */
export function noteFailure(ctx: Context, id: string | null, reason: FailureReason): Statement[] {
  if (id === null) return []
  const { failureReason, failureCount, failedAt, enabled, updatedAt } = automations
  const own = eq(automations.id, id)
  const forgotten = ctx.now().getTime() - countedMilliseconds
  const goesOn = sql`${failureReason} = ${reason} and ${failedAt} > ${forgotten}`
  const count = sql`case when ${goesOn} then ${failureCount} + 1 else 1 end`
  const pauses = sql`${enabled} = 1 and ${count} >= ${failuresBeforePause}`
  return [
    ctx.db
      .update(automations)
      .set({
        failureReason: reason,
        failureCount: sql`${count}`,
        failedAt: ctx.now(),
        enabled: sql`case when ${pauses} then 0 else ${enabled} end`,
        updatedAt: sql`case when ${pauses} then ${ctx.now().getTime()} else ${updatedAt} end`,
      })
      .where(own),
    dropTimersOfDisabled(ctx, own),
  ]
}

/** Statements that forget earlier failures, after a run that wrote a post or had nothing to write. */
export function clearFailures(ctx: Context, id: string | null): Statement[] {
  if (id === null) return []
  return [
    ctx.db
      .update(automations)
      .set({ failureReason: null, failureCount: 0 })
      .where(and(eq(automations.id, id), gt(automations.failureCount, 0))),
  ]
}

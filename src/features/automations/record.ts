import { and, eq, exists, gt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { armTask, disarmTask, disarmTasks } from '../../cron/arm.ts'
import { recurring } from '../../cron/table.ts'
import type { Statement } from '../../db/client.ts'
import { nextUpdatedAt } from '../../http/reviewed.ts'
import { type Definition, failuresBeforePause, toPattern } from './rules.ts'
import { automationRepositories, automations, type FailureReason } from './table.ts'

/** The name of the job that runs a due schedule; its payload is `{ scheduleId, due }`. */
export const scheduleRun = 'schedules.run'

const timerPrefix = 'schedules:'
const timerKey = (id: string) => `${timerPrefix}${id}`
export const isTimerOf = (id: SQLWrapper) => sql`${recurring.key} = ${timerPrefix} || ${id}`

/**
 * A guard statement that fails the batch unless the required repositories are connected: always for an event trigger
 * (contract 11.2), only while enabled for a schedule (contract 10.2). Schedules may also name trackers, as
 * `<provider>:<id>`.
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

/**
 * A guard statement that fails the batch unless the brand identity belongs to the organization. An automation may keep
 * an identity that was deleted: its runs use the default one (contract 10.3).
 */
export function requireIdentity(
  ctx: Context,
  organizationId: string,
  { outputConfig }: Definition,
  automationId: string | null = null,
) {
  const id = outputConfig?.brandVoiceId ?? null
  const own = sql`select 1 from brand_identities where organization_id = ${organizationId} and id = ${id}`
  const unchanged = sql`select 1 from automations where id = ${automationId}
    and organization_id = ${organizationId} and json_extract(output_config, '$.brandVoiceId') = ${id}`
  return ctx.db.run(sql`
    insert into guards (ok) select 0 where ${id} is not null and not exists (${own}) and not exists (${unchanged})`)
}

/** Statements that store the repositories of an automation, and the timer of an enabled schedule. */
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

/** A statement that deletes the timer of a deleted automation. */
export const dropTimer = (ctx: Context, id: string) => disarmTask(ctx, timerKey(id))

/**
 * Two statements that disable the automations that read a deleted repository; the first returns the rows for
 * `toDisabled` (contract 9).
 */
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

/** The same for automations that write as a deleted brand identity (contract 8.3). */
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
 * Statements that count a failed run. The third consecutive failure for the same reason within 30 days pauses the
 * automation (contract 10.3). A run without an automation, started by a person, is not counted. The database counts,
 * so that runs that end at the same time are all counted.
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

/** Statements that reset the failures after a run that wrote a post or had nothing to write. */
export function clearFailures(ctx: Context, id: string | null): Statement[] {
  if (id === null) return []
  return [
    ctx.db
      .update(automations)
      .set({ failureReason: null, failureCount: 0 })
      .where(and(eq(automations.id, id), gt(automations.failureCount, 0))),
  ]
}

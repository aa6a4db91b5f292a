import { sql } from 'drizzle-orm'
import { describeBarrier } from '../features/integrations/redelivery.ts'
import { day, type Finding, green, listNames, minute, type OpenSubject, red, yellow } from './finding.ts'

/** Jobs of the last week that failed permanently. */
export async function checkDeadJobs({ db, machine }: OpenSubject): Promise<Finding> {
  const check = 'failed jobs'
  const since = machine.now().getTime() - 7 * day
  const rows = await db.all<{ name: string; count: number }>(sql`
    select name, count(*) as count from jobs where state = 'dead' and finished_at > ${since}
    group by name order by count desc`)
  if (rows.length === 0) return green(check, 'No job failed permanently in the last 7 days.')
  const names = listNames(rows.map(({ name, count }) => `${count} ${name}`))
  return yellow(
    check,
    `Jobs that failed permanently in the last 7 days: ${names}.`,
    'Read the reasons in the log: lines with "failed permanently"',
  )
}

/** Jobs whose process ended, and that no other process has taken. */
export async function checkLeases({ db, machine }: OpenSubject): Promise<Finding> {
  const check = 'leases'
  const until = machine.now().getTime() - minute
  const [row] = await db.all<{ count: number }>(
    sql`select count(*) as count from jobs where state = 'running' and lease_until < ${until}`,
  )
  if (!row?.count) return green(check, 'No running job has lost its process.')
  return red(
    check,
    `Running jobs whose process ended: ${row.count}. No other process resumes them.`,
    'herald serve',
  )
}

/** Recurring tasks that are due for five minutes. */
export async function checkRecurring({ db, machine }: OpenSubject): Promise<Finding> {
  const check = 'recurring tasks'
  const until = machine.now().getTime() - 5 * minute
  const rows = await db.all<{ key: string }>(
    sql`select key from recurring where next_at < ${until} order by next_at`,
  )
  if (rows.length === 0) return green(check, 'No recurring task is overdue.')
  return red(check, `Overdue recurring tasks: ${listNames(rows.map(({ key }) => key))}.`, 'herald serve')
}

type Repository = { slug: string; name: string }

/** Repositories whose changes arrive by webhook. */
const usesWebhook = sql`enabled = 1 and provider = 'github' and watch_minutes is null`

/** Repositories that should send deliveries, and sent none for a week. */
export async function checkWebhooks({ db, machine }: OpenSubject): Promise<Finding> {
  const check = 'webhooks'
  const since = machine.now().getTime() - 7 * day
  const rows = await db.all<Repository>(sql`
    select slug, owner || '/' || repo as name from integrations
    join organizations on organizations.id = organization_id
    where ${usesWebhook} and integrations.created_at < ${since}
      and not exists (select 1 from webhook_logs
        where integration_id = integrations.id and verified = 1 and webhook_logs.created_at > ${since})
    order by name`)
  const [first] = rows
  if (!first) return green(check, await describeHealthyWebhooks(db))
  return yellow(
    check,
    `Repositories without a delivery for a week: ${listNames(rows.map(({ name }) => name))}.`,
    `Compare the webhook on GitHub with: herald webhook secret --org ${first.slug} --repo ${first.name}`,
  )
}

async function describeHealthyWebhooks(db: OpenSubject['db']): Promise<string> {
  const [any] = await db.all(sql`select 1 from integrations where ${usesWebhook} limit 1`)
  return any
    ? 'Every webhook that is older than 7 days sent a delivery in the last 7 days.'
    : 'No repository uses a webhook.'
}

/** Repositories whose failed deliveries cannot be requested again. */
export async function checkRedelivery({ db }: OpenSubject): Promise<Finding> {
  const check = 'redelivery'
  const rows = await db.all<Repository & { barrier: 'refused' | 'no-webhook' }>(sql`
    select owner || '/' || repo as name, catch_up ->> '$.redelivery.barrier' as barrier from integrations
    where enabled = 1 and barrier in ('refused', 'no-webhook') order by name`)
  const [first] = rows
  if (!first) return green(check, 'Failed deliveries of every repository can be requested again.')
  return yellow(
    check,
    `${rows.length} repositories: ${describeBarrier(first.barrier, first.name)}`,
    'Replace the token on the page of the repository',
  )
}

/** API keys that expire within two weeks, without those of apps, which renew them. */
export async function checkKeys({ db, machine }: OpenSubject): Promise<Finding> {
  const check = 'API keys'
  const now = machine.now().getTime()
  const rows = await db.all<{ name: string; slug: string }>(sql`
    select api_keys.name, slug from api_keys join organizations on organizations.id = organization_id
    where revoked_at is null and client_id is null and expires_at between ${now} and ${now + 14 * day} order by expires_at`)
  const [first] = rows
  if (!first) return green(check, 'No API key expires within 14 days.')
  return yellow(
    check,
    `API keys that expire within 14 days: ${listNames(rows.map(({ name }) => name))}.`,
    `herald key create --org ${first.slug} --name N, then replace the old key`,
  )
}

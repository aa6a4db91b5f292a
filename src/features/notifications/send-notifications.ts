import { and, eq, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { findMail } from '../../mail/find-mail.ts'
import { queueLetter } from '../../mail/letter-job.ts'
import { compose } from '../../messages/compose.ts'
import { hideAddress, readAnswer } from '../../messages/read-answer.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { AnswerLost, postJson } from '../../net/post-json.ts'
import { readAddress, unreadableAddress } from '../destinations/message-destinations.ts'
import { destinations } from '../destinations/table.ts'
import { members, users } from '../members/table.ts'
import { organizations } from '../organizations/table.ts'
import { findNews, type Line } from './find-news.ts'
import { notificationRules } from './table.ts'

/** After a message, what follows within this time is one further message. */
const quietMs = 10 * 60 * 1000

/** Records are committed some time after the moment that they are dated. */
const settleMs = 5_000

type Rule = typeof notificationRules.$inferSelect
/** One message to an address, as its job has it. */
type Message = { ruleId: string; lines: Line[] }

/** Queues a message for each rule with something new, and marks it as reported in the same batch. */
export async function queueNotifications(
  ctx: Context,
  insert: (message: Message) => Statement,
  signal: AbortSignal,
): Promise<void> {
  const now = ctx.now()
  const due = await ctx.db.select().from(notificationRules).where(lte(notificationRules.quietUntil, now))
  for (const rule of due) {
    if (signal.aborted) return
    const { organizationId, kinds, reportedUntil } = rule
    const to = new Date(now.getTime() - settleMs)
    const lines = await findNews(ctx, kinds, { organizationId, from: reportedUntil, to })
    if (lines.length === 0) continue
    const send = rule.userId
      ? await toLetter(ctx, rule, rule.userId, lines)
      : insert({ ruleId: rule.id, lines })
    await markReported(ctx, rule, to, send)
  }
}

/** Stores that a rule has reported its news, with the statement that sends them; null if nobody gets them. */
async function markReported(ctx: Context, rule: Rule, reportedUntil: Date, send: Statement | null) {
  const now = ctx.now()
  const mark = ctx.db
    .update(notificationRules)
    .set({ reportedUntil, quietUntil: new Date(now.getTime() + quietMs) })
    .where(and(eq(notificationRules.id, rule.id), eq(notificationRules.reportedUntil, rule.reportedUntil)))
  try {
    await ctx.db.batch([mark, ctx.db.run(guard), ...(send ? [send] : [])])
    ctx.jobsReady.wake()
  } catch (error) {
    // Another process has queued it.
    if (!isGuardViolation(error)) throw error
  }
}

async function toLetter(ctx: Context, { organizationId }: Rule, userId: string, lines: Line[]) {
  // A former member gets no mail.
  const [user] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .where(and(eq(users.id, userId), eq(members.organizationId, organizationId)))
  const organization = await findOrganization(ctx, organizationId)
  if (!user || !organization || !(await findMail(ctx))) return null
  const [first] = lines
  const title = lines.length === 1 && first ? first.text : `Notifications from ${organization.name}`
  return queueLetter(ctx, {
    to: user.email,
    subject: title,
    letter: {
      title,
      body: lines.map(({ text }) => text),
      button: { label: 'Open Herald', url: urlOf(ctx, organization.slug, lines) },
      footer: [{ label: 'Notifications', url: `${ctx.config.appUrl}/app/${organization.slug}/settings` }],
    },
  })
}

async function findOrganization(ctx: Context, id: string) {
  const { name, slug } = organizations
  const [row] = await ctx.db.select({ name, slug }).from(organizations).where(eq(organizations.id, id))
  return row
}

const urlOf = ({ config }: Context, slug: string, lines: Line[]) =>
  `${config.appUrl}/app/${slug}${lines.length === 1 ? lines[0]?.path : '/'}`

/** Sends a message. If it fails, the reason is stored with the rule, and the message is not sent again. */
export async function deliverNotification(
  ctx: Context,
  { ruleId, lines }: Message,
  signal: AbortSignal,
): Promise<void> {
  const [row] = await ctx.db
    .select({ rule: notificationRules, destination: destinations })
    .from(notificationRules)
    .innerJoin(destinations, eq(destinations.id, notificationRules.destinationId))
    .where(eq(notificationRules.id, ruleId))
  const organization = row && (await findOrganization(ctx, row.rule.organizationId))
  if (!row || !organization) return
  const error = await post(ctx, row.destination, organization, lines, signal)
  await ctx.db.update(notificationRules).set({ error }).where(eq(notificationRules.id, ruleId))
}

/** Posts the lines; the reason if they were not accepted. */
async function post(
  ctx: Context,
  destination: typeof destinations.$inferSelect,
  { name, slug }: { name: string; slug: string },
  lines: Line[],
  signal: AbortSignal,
): Promise<string | null> {
  const address = readAddress(ctx, destination)
  if (!address) return unreadableAddress
  const [first, ...others] = lines
  const url = urlOf(ctx, slug, lines)
  const content = {
    title: others.length === 0 && first ? first.text : `Notifications from ${name}`,
    text: others.length === 0 ? '' : lines.map(({ text }) => text).join('\n'),
    url,
    linkLabel: 'Open Herald',
    toJson: (text: string) => ({ event: 'notification', text, url, organization: name }),
  }
  const message = compose(destination.service, address, content, Bun.randomUUIDv7())
  try {
    const answer = await postJson(ctx, message.url, { ...message, signal })
    const text = hideAddress(answer.text, address)
    const outcome = readAnswer(destination.service, { ...answer, text })
    return outcome.kind === 'sent' ? null : outcome.reason
  } catch (error) {
    if (error instanceof AnswerLost || error instanceof FetchError) return error.message
    throw error
  }
}

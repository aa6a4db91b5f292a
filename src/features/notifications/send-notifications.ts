import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import { isGuardViolation } from '../../db/errors.ts'
import { guard } from '../../db/table.ts'
import { describeError } from '../../explain.ts'
import { findMail } from '../../mail/find-mail.ts'
import { queueLetter } from '../../mail/letter-job.ts'
import { compose } from '../../messages/compose.ts'
import { hideAddress, readAnswer } from '../../messages/read-answer.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { AnswerLost, postJson } from '../../net/post-json.ts'
import { count } from '../../text/line.ts'
import { readAddress, unreadableAddress } from '../destinations/message-destinations.ts'
import { destinations } from '../destinations/table.ts'
import { members, users } from '../members/table.ts'
import type { Organization } from '../organizations/model.ts'
import { organizations } from '../organizations/table.ts'
import { findNews, type Line, type NewsKind } from './find-news.ts'
import { eventKinds, notificationRules } from './table.ts'
import { findWeeklyFigures } from './weekly-visibility.ts'

/** After a message, what follows within this time is one further message. */
const quietMs = 10 * 60 * 1000

/** Records are committed some time after the moment that they are dated. */
const settleMs = 5_000

type Rule = typeof notificationRules.$inferSelect
/** One message to an address, as its job has it. */
type Message = { ruleId: string; lines: Line[]; title?: string }

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
    const { organizationId, reportedUntil } = rule
    const kinds = eventKinds.filter((kind) => rule.kinds.includes(kind))
    const to = new Date(now.getTime() - settleMs)
    const lines = await findNews(ctx, kinds, { organizationId, from: reportedUntil, to })
    if (lines.length === 0) continue
    const send = await toStatements(ctx, rule, { lines }, insert)
    const mark = ctx.db
      .update(notificationRules)
      .set({ reportedUntil: to, quietUntil: new Date(now.getTime() + quietMs) })
      .where(and(eq(notificationRules.id, rule.id), eq(notificationRules.reportedUntil, reportedUntil)))
    await sendOnce(ctx, mark, send)
  }
}

const weekMs = 7 * 24 * 60 * 60 * 1000
/** The first Monday at 8:00 UTC. */
const firstMonday = Date.UTC(1970, 0, 5, 8)
const digestKinds: NewsKind[] = ['published', ...eventKinds]

/**
 * Queues the summary of the week that ended on the last Monday at 8:00 UTC, once for each rule that wants it. If the
 * figures of an organization cannot be read, the others get theirs, and the job fails, so that it is tried again.
 */
export async function queueDigests(
  ctx: Context,
  insert: (message: Message) => Statement,
  signal: AbortSignal,
): Promise<void> {
  const weeks = Math.floor((ctx.now().getTime() - firstMonday) / weekMs)
  const to = new Date(firstMonday + weeks * weekMs)
  const from = new Date(to.getTime() - weekMs)
  const { kinds, digestedUntil } = notificationRules
  const isDue = and(
    sql`exists (select 1 from json_each(${kinds}) where value = 'digest')`,
    or(isNull(digestedUntil), lt(digestedUntil, to)),
  )
  const figures = new Map<string, Promise<Line[] | null>>()
  for (const rule of await ctx.db.select().from(notificationRules).where(isDue)) {
    if (signal.aborted) return
    const { organizationId } = rule
    const organization = await findOrganization(ctx, organizationId)
    if (!organization) continue
    const found = await figures.getOrInsertComputed(organizationId, () => readFigures(ctx, organization, to))
    if (!found) continue
    const lines = [...found, ...(await findNews(ctx, digestKinds, { organizationId, from, to }))]
    if (lines.length === 0) continue
    const send = await toStatements(ctx, rule, { lines, title: `Your week at ${organization.name}` }, insert)
    const mark = ctx.db
      .update(notificationRules)
      .set({ digestedUntil: to })
      .where(and(eq(notificationRules.id, rule.id), or(isNull(digestedUntil), lt(digestedUntil, to))))
    await sendOnce(ctx, mark, send)
  }
  const failed = (await Promise.all(figures.values())).filter((lines) => lines === null).length
  if (failed > 0) throw new Error(`The weekly figures of ${count(failed, 'organization')} could not be read.`)
}

/** The weekly figures of an organization; null if they cannot be read. */
async function readFigures(ctx: Context, organization: Organization, to: Date): Promise<Line[] | null> {
  try {
    return await findWeeklyFigures(ctx, organization, to)
  } catch (error) {
    ctx.log.error(
      { organizationId: organization.id, error: describeError(error) },
      'The weekly figures of an organization could not be read. Its summary is sent once they can be.',
    )
    return null
  }
}

/**
 * The statement that queues a message to the member or the address of a rule; none if nobody gets it. In a list, because
 * awaiting a statement runs it.
 */
const toStatements = async (
  ctx: Context,
  rule: Rule,
  message: Omit<Message, 'ruleId'>,
  insert: (message: Message) => Statement,
): Promise<Statement[]> =>
  rule.userId ? toLetter(ctx, rule, rule.userId, message) : [insert({ ...message, ruleId: rule.id })]

/** Runs statements together with the one that marks their rule, unless another process has marked it. */
async function sendOnce(ctx: Context, mark: Statement, send: Statement[]) {
  try {
    await ctx.db.batch([mark, ctx.db.run(guard), ...send])
    ctx.jobsReady.wake()
  } catch (error) {
    // Another process has queued it.
    if (!isGuardViolation(error)) throw error
  }
}

async function toLetter(
  ctx: Context,
  { organizationId }: Rule,
  userId: string,
  { lines, title: given }: Omit<Message, 'ruleId'>,
): Promise<Statement[]> {
  // A former member gets no mail.
  const [user] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .where(and(eq(users.id, userId), eq(members.organizationId, organizationId)))
  const organization = await findOrganization(ctx, organizationId)
  if (!user || !organization || !(await findMail(ctx))) return []
  const [first] = lines
  const single = lines.length === 1 && first ? first.text : `Notifications from ${organization.name}`
  const title = given ?? single
  const statement = queueLetter(ctx, {
    kind: 'notification',
    to: user.email,
    subject: title,
    letter: {
      title,
      body: lines.map((line) => toParagraph(ctx, organization.slug, line)),
      button: { label: 'Open Herald', url: urlOf(ctx, organization.slug, lines) },
      footer: [{ label: 'Notifications', url: `${ctx.config.appUrl}/app/${organization.slug}/settings` }],
    },
  })
  return [statement]
}

async function findOrganization(ctx: Context, id: string) {
  const { name, slug, logo } = organizations
  const [row] = await ctx.db
    .select({ id: organizations.id, name, slug, logo })
    .from(organizations)
    .where(eq(organizations.id, id))
  return row
}

const pageOf = ({ config }: Context, slug: string, path: string) => `${config.appUrl}/app/${slug}${path}`

const urlOf = (ctx: Context, slug: string, lines: Line[]) =>
  pageOf(ctx, slug, lines.length === 1 ? (lines[0]?.path ?? '/') : '/')

const reportLabel = 'Report'

/** A line in plain text, with the address of its report. */
function toText(ctx: Context, slug: string, { text, path, isReport }: Line): string {
  return isReport ? `${text}\n${reportLabel}: ${pageOf(ctx, slug, path)}` : text
}

/** A line as a paragraph of a mail, with a link to its report. */
function toParagraph(ctx: Context, slug: string, line: Line) {
  if (!line.isReport) return line.text
  return { text: line.text, link: { label: reportLabel, url: pageOf(ctx, slug, line.path) } }
}

/** Sends a message. If it fails, the reason is stored with the rule, and the message is not sent again. */
export async function deliverNotification(
  ctx: Context,
  { ruleId, ...message }: Message,
  signal: AbortSignal,
): Promise<void> {
  const [row] = await ctx.db
    .select({ rule: notificationRules, destination: destinations })
    .from(notificationRules)
    .innerJoin(destinations, eq(destinations.id, notificationRules.destinationId))
    .where(eq(notificationRules.id, ruleId))
  const organization = row && (await findOrganization(ctx, row.rule.organizationId))
  if (!row || !organization) return
  const error = await post(ctx, row.destination, organization, message, signal)
  await ctx.db.update(notificationRules).set({ error }).where(eq(notificationRules.id, ruleId))
}

/** Posts the lines; the reason if they were not accepted. */
async function post(
  ctx: Context,
  destination: typeof destinations.$inferSelect,
  { name, slug }: { name: string; slug: string },
  { lines, title }: Omit<Message, 'ruleId'>,
  signal: AbortSignal,
): Promise<string | null> {
  const address = readAddress(ctx, destination)
  if (!address) return unreadableAddress
  const [first, ...others] = lines
  const isSingle = first !== undefined && others.length === 0
  const url = urlOf(ctx, slug, lines)
  const content = {
    title: title ?? (isSingle ? first.text : `Notifications from ${name}`),
    text: isSingle && !title ? '' : lines.map((line) => toText(ctx, slug, line)).join('\n'),
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

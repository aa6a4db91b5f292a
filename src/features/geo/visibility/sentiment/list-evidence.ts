import { Value } from '@sinclair/typebox/value'
import { and, desc, eq, exists, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../../context.ts'
import { badRequest } from '../../../../errors.ts'
import type { Caller } from '../../../keys/model.ts'
import type { Span } from '../../scans/find-answer-counts.ts'
import { answers, checks, tallies } from '../../scans/table.ts'
import { findTracked, type Tracked } from '../service.ts'
import { type WindowQuery, windowOf } from '../window.ts'
import type { EvidenceQuery } from './model.ts'
import { orStandard } from './read-sentiment.ts'

/** Any moment of the years that a day can be written in. */
const Moment = t.Integer({
  minimum: Date.parse('0000-01-01'),
  maximum: Date.parse('9999-12-31') + 86_400_000,
})

/**
 * Where a list goes on: what was asked for, the window as it was then, since one of so many days moves on, and the last
 * answer that was listed. Times are in milliseconds.
 */
const Cursor = t.Object({
  asked: t.String(),
  from: t.Nullable(Moment),
  to: t.Nullable(Moment),
  capturedAt: Moment,
  id: t.String(),
})
type Cursor = typeof Cursor.static

/** The last answer of a page. */
type Last = Pick<Cursor, 'capturedAt' | 'id'>

/** A cursor that holds for this project and window alone. */
function writeCursor(projectId: string, query: WindowQuery, { from, to }: Span, last: Last): string {
  const cursor: Cursor = {
    asked: askedBy(projectId, query),
    from: from?.getTime() ?? null,
    to: to?.getTime() ?? null,
    ...last,
  }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** The window and the last answer of a cursor; one of another project or window is refused (contract geo 8). */
function readCursor(projectId: string, query: WindowQuery, text: string): { window: Span; last: Last } {
  const cursor = parse(text)
  if (!Value.Check(Cursor, cursor) || cursor.asked !== askedBy(projectId, query))
    throw badRequest('cursor must be one that was given for the same project and window')
  const { from, to, capturedAt, id } = cursor
  return { window: { from: toDate(from), to: toDate(to) }, last: { capturedAt, id } }
}

const askedBy = (projectId: string, { days, from, to }: WindowQuery) =>
  JSON.stringify([projectId, days ?? null, from ?? null, to ?? null])

const toDate = (time: number | null) => (time === null ? null : new Date(time))

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return null
  }
}

const pageSize = 25
/** A scan counts as of its last answer, which comes no longer after another one than this. */
const maxScan = 86_400_000

/** The answers whose sentiment counts, the newest first. */
export async function listEvidence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { cursor, ...query }: EvidenceQuery,
) {
  const { organization } = caller
  const tracked = await findTracked(ctx, caller, projectId)
  const { window, last } =
    cursor === undefined
      ? { window: windowOf(orStandard(query, ctx.now()), ctx.now()), last: null }
      : readCursor(projectId, query, cursor)
  if (!tracked) return { configured: false, items: [], nextCursor: null, organization }
  const found = await findClassified(ctx, tracked, window, last)
  const items = found.slice(0, pageSize)
  const end = found.length > pageSize ? items.at(-1) : undefined
  return {
    configured: true,
    items: items.map((item) => ({ ...item, capturedAt: item.capturedAt.toISOString() })),
    nextCursor: end
      ? writeCursor(projectId, query, window, { capturedAt: end.capturedAt.getTime(), id: end.checkId })
      : null,
    organization,
  }
}

/** A page of them, and one more where there is one; those of a scan that still runs do not count yet. */
async function findClassified(
  ctx: Context,
  { projectId, promptLanguage }: Tracked,
  { from, to }: Span,
  last: Last | null,
) {
  const { id, engine, promptId, capturedAt, position } = checks
  const isCounted = ctx.db
    .select({ one: sql`1` })
    .from(tallies)
    .where(
      and(
        eq(tallies.scanId, checks.scanId),
        eq(tallies.engine, engine),
        eq(tallies.language, checks.language),
        eq(tallies.isTwin, checks.isTwin),
        from ? gte(tallies.capturedAt, from) : undefined,
        to ? lt(tallies.capturedAt, to) : undefined,
      ),
    )
  const rows = await ctx.db
    .select({
      ...{ checkId: id, promptId, engine, prompt: answers.prompt, sentiment: checks.sentiment },
      ...{ position, excerpt: answers.excerpt, capturedAt },
    })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, id))
    .where(
      and(
        eq(checks.projectId, projectId),
        from ? gte(capturedAt, new Date(from.getTime() - maxScan)) : undefined,
        to ? lt(capturedAt, to) : undefined,
        last ? sql`(${capturedAt}, ${id}) < (${last.capturedAt}, ${last.id})` : undefined,
        eq(checks.turn, 0),
        eq(checks.isTwin, false),
        eq(checks.language, promptLanguage),
        eq(checks.mentioned, true),
        isNotNull(checks.sentiment),
        exists(isCounted),
      ),
    )
    .orderBy(desc(capturedAt), desc(id))
    .limit(pageSize + 1)
  return rows.flatMap(({ sentiment, ...row }) => (sentiment === null ? [] : [{ ...row, sentiment }]))
}

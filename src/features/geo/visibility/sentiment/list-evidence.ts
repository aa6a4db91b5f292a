import { Value } from '@sinclair/typebox/value'
import { and, desc, eq, exists, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../../context.ts'
import { badRequest } from '../../../../errors.ts'
import { integerWith } from '../../../../http/fields.ts'
import type { Caller } from '../../../keys/model.ts'
import type { Span } from '../../scans/find-answer-counts.ts'
import { answers, checks, tallies } from '../../scans/table.ts'
import { findScope, type ReadScope } from '../read-scope.ts'
import { type WindowQuery, windowOf } from '../window.ts'
import type { EvidenceQuery } from './model.ts'
import { orStandard } from './read-sentiment.ts'

/** A time in the years that a date of the API can have. */
const Moment = integerWith({
  minimum: Date.parse('0000-01-01'),
  maximum: Date.parse('9999-12-31') + 86_400_000,
})

/**
 * The cursor of a list: its project and window (fixed, because a window of n days moves) and the last answer
 * of the page. Times are in milliseconds.
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
type LastAnswer = Pick<Cursor, 'capturedAt' | 'id'>

/** Encodes a cursor that is valid for this project and window only. */
function writeCursor(projectId: string, query: WindowQuery, { from, to }: Span, last: LastAnswer): string {
  const cursor: Cursor = {
    asked: askedBy(projectId, query),
    from: from?.getTime() ?? null,
    to: to?.getTime() ?? null,
    ...last,
  }
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** Decodes a cursor; refuses one of another project or window (contract geo 8). */
function readCursor(projectId: string, query: WindowQuery, text: string): { window: Span; last: LastAnswer } {
  const cursor = parse(text)
  if (!Value.Check(Cursor, cursor) || cursor.asked !== askedBy(projectId, query))
    throw badRequest('cursor must be from the same project and window')
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
/** Maximum duration of a scan. Its answers count at the time of its last answer. */
const maxScan = 86_400_000

/** Lists the answers whose sentiment counts, newest first. */
export async function listEvidence(
  ctx: Context,
  caller: Caller,
  projectId: string,
  { cursor, ...query }: EvidenceQuery,
) {
  const { organization } = caller
  const scope = await findScope(ctx, caller, projectId)
  const { window, last } =
    cursor === undefined
      ? { window: windowOf(orStandard(query, ctx.now()), ctx.now()), last: null }
      : readCursor(projectId, query, cursor)
  if (!scope) return { configured: false, items: [], nextCursor: null, organization }
  const found = await findClassified(ctx, scope, window, last)
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

/** Returns a page of answers plus one if there are more. Answers of running scans do not count yet. */
async function findClassified(
  ctx: Context,
  { projectId, promptLanguage }: ReadScope,
  { from, to }: Span,
  last: LastAnswer | null,
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

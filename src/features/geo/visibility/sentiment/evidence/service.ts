import { and, desc, eq, exists, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../../../context.ts'
import type { Caller } from '../../../../keys/model.ts'
import type { Span } from '../../../scans/find-answer-counts.ts'
import { answers, checks, tallies } from '../../../scans/table.ts'
import { findTracked, type Tracked } from '../../service.ts'
import { windowOf } from '../../window/rules.ts'
import type { EvidenceQuery } from '../model.ts'
import { orStandard } from '../window/rules.ts'
import { type Last, readCursor, writeCursor } from './rules.ts'

const pageSize = 25
/** A scan counts as of its last answer, which comes no longer after another one than this. */
const longestScan = 86_400_000

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
        from ? gte(capturedAt, new Date(from.getTime() - longestScan)) : undefined,
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

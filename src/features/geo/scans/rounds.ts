import { and, asc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { once } from '../../../db/prepared.ts'
import { prepareSelect } from '../../../db/prepared-select.ts'
import { boundsOf, maxScan, type Span } from './find-answer-counts.ts'
import { tasksOf } from './plan.ts'
import { scans } from './table.ts'

/**
 * A round is a scan of everything that a project tracks. Later scans, such as retries, may fill in answers that it
 * lacks, and nothing else: asking again until the brand is named would raise its rate.
 */
export type Rounds = {
  /** The round that a scan is, or may fill; null if its answers enter no rate. */
  roundOf(scanId: string): string | null
  /** Whether a round asked an engine a prompt, by its stored id. */
  isPlanned(round: string, answer: { engine: string; language: string; promptId: string }): boolean
}

/** How long after the end of a round its missing answers may be filled in. */
const fillMilliseconds = 86_400_000

/** Returns the rounds whose answers may count in a range. */
export async function findRounds(ctx: Context, projectId: string, { from, to }: Span): Promise<Rounds> {
  const began = from && new Date(from.getTime() - maxScan - fillMilliseconds)
  const found = await queries(ctx).all({ projectId, ...boundsOf({ from: began, to }) })
  const rounds = new Map<string, string>()
  const filled = new Set<string>()
  let last: (typeof found)[number] | null = null
  for (const scan of found) {
    const isRound = scan.cause === 'manual' || scan.cause === 'recurring'
    if (isRound) last = scan
    if (!last || scan.createdAt > (last.finishedAt ?? last.createdAt) + fillMilliseconds) continue
    rounds.set(scan.id, last.id)
    if (!isRound) filled.add(last.id)
  }
  const planned = await findPlanned(ctx, [...filled])
  return {
    roundOf: (scanId) => rounds.get(scanId) ?? null,
    isPlanned: (round, answer) => planned.get(round)?.has(keyOf(answer)) ?? false,
  }
}

/**
 * Returns a time before which the answers of the first so many rounds since a moment are stored; null if there are fewer
 * rounds.
 */
export async function findEndOfRounds(
  ctx: Context,
  projectId: string,
  since: Date,
  count: number,
): Promise<Date | null> {
  const { createdAt, cause, saved } = scans
  const [last] = await ctx.db
    .select({ createdAt })
    .from(scans)
    .where(
      and(
        eq(scans.projectId, projectId),
        gte(createdAt, since),
        inArray(cause, ['manual', 'recurring']),
        gt(saved, 0),
      ),
    )
    .orderBy(asc(createdAt), asc(scans.id))
    .limit(1)
    .offset(count - 1)
  return last ? new Date(last.createdAt.getTime() + 2 * maxScan + fillMilliseconds) : null
}

/** Returns what some rounds asked. Plans are large, so that those of other rounds are not read. */
async function findPlanned(ctx: Context, ids: string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: scans.id, plan: scans.plan })
    .from(scans)
    .where(inArray(scans.id, ids))
  return new Map(
    rows.map(({ id, plan }) => [
      id,
      new Set(
        tasksOf(plan)
          .filter(({ isTwin }) => !isTwin)
          .map(keyOf),
      ),
    ]),
  )
}

const keyOf = (answer: { engine: string; language: string; promptId: string }) =>
  JSON.stringify([answer.engine, answer.language, answer.promptId])

const queries = once((db) =>
  prepareSelect(
    db,
    db
      .select({
        id: scans.id,
        cause: scans.cause,
        createdAt: sql<number>`${scans.createdAt}`,
        finishedAt: sql<number | null>`${scans.finishedAt}`,
      })
      .from(scans)
      .where(
        and(
          eq(scans.projectId, sql.placeholder('projectId')),
          gte(scans.createdAt, sql`${sql.placeholder('from')}`),
          lt(scans.createdAt, sql`${sql.placeholder('to')}`),
        ),
      )
      .orderBy(asc(scans.createdAt), asc(scans.id)),
  ),
)

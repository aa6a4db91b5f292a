import { and, desc, eq, gte, inArray } from 'drizzle-orm'
import type { Context } from '../../../../../context.ts'
import { storedIdOf } from '../../../prompts/rules.ts'
import { answers, checks } from '../../../scans/table.ts'
import { brandsIn } from '../../../visibility/brands/rules.ts'
import { findBrands } from '../../../visibility/brands/service.ts'
import type { StoredAnswer } from './rules.ts'

const days = 30
const mostEngines = 24

/**
 * The newest answer of each engine to a prompt within 30 days, of the languages of a scan that of the prompts; 24
 * engines at the most (contract geo 10: Plan flow, 3).
 */
export async function findNewestAnswers(
  ctx: Context,
  projectId: string,
  promptId: string,
  promptLanguage: string,
): Promise<StoredAnswer[]> {
  const newest = await findNewestChecks(ctx, projectId, storedIdOf(promptId), promptLanguage)
  if (newest.length === 0) return []
  const [brands, texts] = await Promise.all([
    findBrands(ctx, projectId),
    ctx.db
      .select()
      .from(answers)
      .where(
        inArray(
          answers.checkId,
          newest.map(({ id }) => id),
        ),
      ),
  ])
  const textOf = new Map(texts.map((text) => [text.checkId, text]))
  return newest.flatMap(({ id, engine, mentioned, position, capturedAt, ...named }) => {
    const text = textOf.get(id)
    if (!text) return []
    const { tracked, discovered } = brandsIn(brands, named)
    const names = [...tracked.map((key) => brands.byId.get(key)?.name ?? key), ...discovered]
    const { answer, excerpt, matches, cited } = text
    return [
      {
        ...{ checkId: id, engine, mentioned, position, capturedAt },
        ...{ names, keys: tracked, answer, excerpt, matches, cited },
      },
    ]
  })
}

async function findNewestChecks(ctx: Context, projectId: string, promptId: string, promptLanguage: string) {
  const { id, engine, scanId, language, mentioned, position, capturedAt, competitorIds, discovered } = checks
  const since = new Date(ctx.now().getTime() - days * 24 * 60 * 60_000)
  const rows = await ctx.db
    .select({ id, engine, scanId, language, mentioned, position, capturedAt, competitorIds, discovered })
    .from(checks)
    .where(
      and(
        eq(checks.projectId, projectId),
        eq(checks.promptId, promptId),
        gte(capturedAt, since),
        eq(checks.turn, 0),
        eq(checks.isTwin, false),
      ),
    )
    .orderBy(engine, desc(capturedAt), desc(id))
  const newest = [...Map.groupBy(rows, (row) => row.engine).values()].flatMap(([first, ...others]) => {
    const ofScan = [first, ...others].filter((row) => row?.scanId === first?.scanId)
    return ofScan.find((row) => row?.language === promptLanguage) ?? first ?? []
  })
  return newest.slice(0, mostEngines)
}

/** What stored answers say, by their ids. */
export async function findTexts(ctx: Context, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ id: answers.checkId, answer: answers.answer })
    .from(answers)
    .where(inArray(answers.checkId, ids))
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}

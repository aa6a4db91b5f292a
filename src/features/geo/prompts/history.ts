import { and, desc, eq, inArray } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { idField, integer, oneOf } from '../../../http/fields.ts'
import type { Caller } from '../../keys/model.ts'
import { Organization } from '../../organizations/model.ts'
import { competitors } from '../competitors/table.ts'
import { getProject } from '../projects/service.ts'
import { checks, sentiments } from '../scans/table.ts'
import { findSettings } from '../settings/record.ts'
import { findEchoes } from './echoes.ts'
import { readPromptId, storedIdOf } from './rules.ts'

/** An answer to a prompt, without its text. */
const PromptCheck = t.Object({
  id: t.String(),
  scanId: t.String(),
  engine: t.String(),
  /** False if a page has no answer of an AI. */
  shown: t.Boolean(),
  mentioned: t.Boolean(),
  /** Whether the answer names the brand only by repeating the question. */
  echo: t.Boolean(),
  ownedSourceCited: t.Boolean(),
  position: t.Nullable(integer),
  sentiment: t.Nullable(oneOf(sentiments)),
  competitors: t.Array(t.String()),
  language: t.String(),
  capturedAt: t.String(),
})

export const PromptHistory = t.Object({
  configured: t.Boolean(),
  promptId: t.String(),
  checks: t.Array(PromptCheck),
  organization: Organization,
})

export const HistoryQuery = t.Object({
  scanId: t.Optional(idField('scanId', 'Only the answers of this scan, by its ID.')),
})
export type HistoryQuery = typeof HistoryQuery.static

type CheckRow = Pick<
  typeof checks.$inferSelect,
  | 'id'
  | 'scanId'
  | 'engine'
  | 'shown'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'language'
  | 'capturedAt'
>

/** `names` has the tracked competitors. Brands that are no longer tracked have no name. */
function toPromptCheck(
  { competitorIds, discovered, capturedAt, ...check }: CheckRow,
  names: Map<string, string>,
  echo: boolean,
): typeof PromptCheck.static {
  const tracked = competitorIds.flatMap((id) => names.get(id) ?? [])
  return { ...check, echo, competitors: [...tracked, ...discovered], capturedAt: capturedAt.toISOString() }
}

const maxChecks = 120

const columns = {
  id: checks.id,
  scanId: checks.scanId,
  engine: checks.engine,
  shown: checks.shown,
  mentioned: checks.mentioned,
  ownedSourceCited: checks.ownedSourceCited,
  position: checks.position,
  sentiment: checks.sentiment,
  competitorIds: checks.competitorIds,
  discovered: checks.discovered,
  language: checks.language,
  capturedAt: checks.capturedAt,
}

/** Returns the newest answers to a prompt in its language, also of a deleted prompt (contract geo 2). */
export async function readHistory(
  ctx: Context,
  caller: Caller,
  projectId: string,
  promptId: string,
  { scanId }: HistoryQuery,
) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  const isOfPrompt = and(
    eq(checks.projectId, projectId),
    eq(checks.promptId, storedIdOf(promptId)),
    eq(checks.turn, 0),
    eq(checks.isTwin, false),
    eq(checks.language, settings?.promptLanguage ?? 'en'),
    scanId === undefined ? undefined : eq(checks.scanId, scanId),
  )
  const [rows, tracked] = await Promise.all([
    ctx.db
      .select(columns)
      .from(checks)
      .where(isOfPrompt)
      .orderBy(desc(checks.capturedAt), desc(checks.id))
      .limit(maxChecks),
    ctx.db
      .select({ id: competitors.id, name: competitors.name })
      .from(competitors)
      .where(eq(competitors.projectId, projectId)),
  ])
  const ids = rows.map(({ id }) => id)
  const echoes =
    ids.length > 0 ? await findEchoes(ctx, projectId, inArray(checks.id, ids)) : new Set<string>()
  const names = new Map(tracked.map(({ id, name }) => [id, name]))
  const named = readPromptId(promptId)
  return {
    configured: settings !== null,
    promptId: 'auto' in named ? named.auto : named.written,
    checks: rows.map((row) => toPromptCheck(row, names, echoes.has(row.id))),
    organization: caller.organization,
  }
}

import { and, desc, eq } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Caller } from '../../../keys/model.ts'
import { competitors } from '../../competitors/table.ts'
import { getProject } from '../../projects/service.ts'
import { checks } from '../../scans/table.ts'
import { findSettings } from '../../settings/record.ts'
import { readPromptId, storedIdOf } from '../rules.ts'
import { type HistoryQuery, toPromptCheck } from './model.ts'

const mostChecks = 120

const told = {
  id: checks.id,
  scanId: checks.scanId,
  engine: checks.engine,
  mentioned: checks.mentioned,
  ownedSourceCited: checks.ownedSourceCited,
  position: checks.position,
  sentiment: checks.sentiment,
  competitorIds: checks.competitorIds,
  discovered: checks.discovered,
  language: checks.language,
  capturedAt: checks.capturedAt,
}

/** The newest answers to a prompt in the language that it is written in; those of a deleted one are still told (contract geo 2). */
export async function readHistory(
  ctx: Context,
  caller: Caller,
  projectId: string,
  promptId: string,
  { scanId }: HistoryQuery,
) {
  await getProject(ctx, caller, projectId)
  const settings = await findSettings(ctx, projectId)
  const [rows, tracked] = await Promise.all([
    ctx.db
      .select(told)
      .from(checks)
      .where(
        and(
          eq(checks.projectId, projectId),
          eq(checks.promptId, storedIdOf(promptId)),
          eq(checks.turn, 0),
          eq(checks.isTwin, false),
          eq(checks.language, settings?.promptLanguage ?? 'en'),
          scanId === undefined ? undefined : eq(checks.scanId, scanId),
        ),
      )
      .orderBy(desc(checks.capturedAt), desc(checks.id))
      .limit(mostChecks),
    ctx.db
      .select({ id: competitors.id, name: competitors.name })
      .from(competitors)
      .where(eq(competitors.projectId, projectId)),
  ])
  const names = new Map(tracked.map(({ id, name }) => [id, name]))
  const named = readPromptId(promptId)
  return {
    configured: settings !== null,
    promptId: 'auto' in named ? named.auto : named.written,
    checks: rows.map((row) => toPromptCheck(row, names)),
    organization: caller.organization,
  }
}

import type { Context } from '../../src/context.ts'
import { atomically } from '../../src/db/client.ts'
import { citeScan } from '../../src/features/geo/scans/citation-counts.ts'
import { tallyScan } from '../../src/features/geo/scans/count-answers.ts'
import { answers, checks, type Plan, scans } from '../../src/features/geo/scans/table.ts'
import type { Project } from './tracking.ts'

type CheckRow = typeof checks.$inferInsert
type AnswerRow = typeof answers.$inferInsert

/** An answer of a scan: omitted fields do not matter for the test. */
export type Given = Partial<CheckRow> &
  Partial<Omit<AnswerRow, 'checkId'>> & { promptId: string; engine: string }

const plan: Plan = {
  prompts: [],
  sequences: [],
  engines: [],
  searching: [],
  skipped: [],
  languages: ['en'],
  promptLanguage: 'en',
  trackWithoutSearch: false,
  enforceZdr: false,
  nonZdrApprovedEngines: [],
  only: null,
}

/** The plan of a scan that asks some engines some prompts, by their stored ids. */
export const planAsking = (promptIds: string[], engines: string[]): Plan => ({
  ...plan,
  prompts: promptIds.map((id) => ({ id, prompt: `what about ${id}` })),
  engines,
})

/** A scan that ended at a moment, with its answers, counted as at the end of a real scan. */
export async function addScan(
  ctx: Context,
  { id: projectId, organizationId }: Project,
  at: string,
  given: Given[],
  scan: Partial<typeof scans.$inferInsert> = {},
) {
  const time = new Date(at)
  const id = scan.id ?? `scan-${at}`
  const standing = { organizationId, projectId, startedAt: time, finishedAt: time, createdAt: time }
  await ctx.db.insert(scans).values({
    ...standing,
    id,
    status: 'completed',
    cause: 'manual',
    plan,
    planned: given.length,
    saved: given.length,
    ...scan,
  })
  for (const [index, each] of given.entries())
    await ctx.db.batch(rowsOf(ctx, { ...standing, id, time }, index, each))
  await atomically(ctx.db, [...(await tallyScan(ctx, id)), ...citeScan(ctx, id)])
  return id
}

function rowsOf(
  ctx: Context,
  scan: { id: string; organizationId: string; projectId: string; time: Date },
  index: number,
  given: Given,
) {
  const id = given.id ?? `${scan.id}-${String(index).padStart(4, '0')}`
  const check: CheckRow = {
    id,
    organizationId: scan.organizationId,
    projectId: scan.projectId,
    scanId: scan.id,
    language: 'en',
    capturedAt: scan.time,
    mentioned: false,
    ownedSourceCited: false,
    competitorIds: [],
    discovered: [],
    instructionsVersion: 1,
    matcherVersion: 1,
    zdrEnforced: false,
    ...given,
  }
  const answer: AnswerRow = {
    checkId: id,
    prompt: `what about ${given.promptId}`,
    answer: 'Acme, perhaps.',
    queries: [],
    cited: [],
    consulted: [],
    matches: [],
    decided: {},
    ...given,
  }
  return [ctx.db.insert(checks).values(check), ctx.db.insert(answers).values(answer)] as const
}

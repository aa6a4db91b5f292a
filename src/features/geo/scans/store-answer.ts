import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { once, placeholders, prepareStatement } from '../../../db/prepared.ts'
import { guard } from '../../../db/table.ts'
import { answers, checks, scans } from './table.ts'

export type NewCheck = Omit<
  typeof checks.$inferInsert,
  'id' | 'position' | 'sentiment' | 'discovered' | 'judgedAt'
>
export type NewAnswer = Omit<typeof answers.$inferInsert, 'checkId' | 'excerpt' | 'decided'>

/**
 * Returns statements that store an answer with its facts. The guard fails the batch if the scan is not
 * running.
 */
export function saveAnswer(ctx: Context, id: string, check: NewCheck, answer: NewAnswer): Statement[] {
  return [
    ...count(ctx, check.scanId, 1, 0),
    insertCheck(ctx)({ ...check, id, discovered: [] }),
    insertAnswer(ctx)({ ...answer, checkId: id, decided: {} }),
  ]
}

/** Returns statements that count failed answers. */
export const countFailed = (ctx: Context, scanId: string, failed: number): Statement[] =>
  count(ctx, scanId, 0, failed)

function count(ctx: Context, scanId: string, saved: number, failed: number): Statement[] {
  return [countAnswers(ctx)({ scanId, saved, failed }), ctx.db.run(guard)]
}

const countAnswers = once((db) =>
  prepareStatement(
    db
      .update(scans)
      .set({
        saved: sql`${scans.saved} + ${sql.placeholder('saved')}`,
        failed: sql`${scans.failed} + ${sql.placeholder('failed')}`,
      })
      .where(and(eq(scans.id, sql.placeholder('scanId')), eq(scans.status, sql`'running'`))),
  ),
)

const columns = [
  ...(['id', 'organizationId', 'projectId', 'scanId', 'engine', 'promptId', 'turn', 'language'] as const),
  ...([
    'isTwin',
    'capturedAt',
    'shown',
    'mentioned',
    'ownedSourceCited',
    'competitorIds',
    'discovered',
  ] as const),
  ...(['modelReported', 'page', 'searched', 'instructionsVersion', 'matcherVersion', 'zdrEnforced'] as const),
  ...(['finishReason', 'promptTokens', 'outputTokens', 'reasoningTokens', 'searches', 'cents'] as const),
]
const insertCheck = once((db) => prepareStatement(db.insert(checks).values(placeholders(...columns))))

const insertAnswer = once((db) =>
  prepareStatement(
    db
      .insert(answers)
      .values(
        placeholders('checkId', 'prompt', 'answer', 'queries', 'cited', 'consulted', 'matches', 'decided'),
      ),
  ),
)

/** Returns the text of a stored answer. */
export async function readAnswer(ctx: Context, checkId: string): Promise<string> {
  const row = await answerOf(ctx).get({ checkId })
  return row?.answer ?? ''
}

const answerOf = once((db) =>
  db
    .select({ answer: answers.answer })
    .from(answers)
    .where(eq(answers.checkId, sql.placeholder('checkId')))
    .prepare(),
)

import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { once } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import { answers, checks } from '../table.ts'
import type { readVerdict } from './rules.ts'

/** A stored answer as the judge reads it. */
export async function readJudged(ctx: Context, checkId: string) {
  return judged(ctx).get({ checkId })
}

const judged = once((db) =>
  prepareSelect(
    db,
    db
      .select({ question: answers.prompt, answer: answers.answer, hits: answers.matches })
      .from(answers)
      .where(eq(answers.checkId, sql.placeholder('checkId'))),
  ),
)

/** Statements that add to an answer what the judge found. */
export function saveVerdict(
  ctx: Context,
  checkId: string,
  { decided, excerpt, ...facts }: ReturnType<typeof readVerdict>,
): Statement[] {
  return [
    ctx.db
      .update(checks)
      .set({ ...facts, judgedAt: ctx.now() })
      .where(eq(checks.id, checkId)),
    ctx.db.update(answers).set({ decided, excerpt }).where(eq(answers.checkId, checkId)),
  ]
}

import { eq, sql } from 'drizzle-orm'
import type { Context } from '../../../../context.ts'
import type { Statement } from '../../../../db/client.ts'
import { once, prepareStatement } from '../../../../db/prepared.ts'
import { prepareSelect } from '../../../../db/prepared-select.ts'
import { answers, checks } from '../table.ts'
import type { readVerdict } from './verdict.ts'

/** Returns a stored answer in the form that the judge reads. */
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

/** Returns statements that add a verdict to an answer. */
export function saveVerdict(
  ctx: Context,
  checkId: string,
  { decided, excerpt, mentioned, competitorIds, discovered, ...facts }: ReturnType<typeof readVerdict>,
): Statement[] {
  return [
    updateCheck(ctx)({
      ...facts,
      mentioned: Number(mentioned),
      competitorIds: JSON.stringify(competitorIds),
      discovered: JSON.stringify(discovered),
      judgedAt: ctx.now().getTime(),
      checkId,
    }),
    updateAnswer(ctx)({ decided: JSON.stringify(decided), excerpt, checkId }),
  ]
}

/** Wraps a placeholder in SQL, because Drizzle does not accept one as a value in an update. */
const stored = (name: string) => sql`${sql.placeholder(name)}`

const updateCheck = once((db) =>
  prepareStatement(
    db
      .update(checks)
      .set({
        mentioned: stored('mentioned'),
        competitorIds: stored('competitorIds'),
        discovered: stored('discovered'),
        position: stored('position'),
        sentiment: stored('sentiment'),
        judgedAt: stored('judgedAt'),
      })
      .where(eq(checks.id, sql.placeholder('checkId'))),
  ),
)

const updateAnswer = once((db) =>
  prepareStatement(
    db
      .update(answers)
      .set({ decided: stored('decided'), excerpt: stored('excerpt') })
      .where(eq(answers.checkId, sql.placeholder('checkId'))),
  ),
)

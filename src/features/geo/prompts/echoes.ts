import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isEcho } from '../../../mentions/echo.ts'
import { nextTurn } from '../../../slices.ts'
import { answers, checks, ownKey } from '../scans/table.ts'
import { findNamesBrand } from './branded.ts'

type Texts = Pick<typeof answers.$inferSelect, 'prompt' | 'answer' | 'matches'>

type Check = Pick<typeof checks.$inferSelect, 'mentioned'>

/** Whether an answer names the brand only by repeating a question that names it. */
export type IsEchoOf = (check: Check, texts: Texts) => boolean

/**
 * Returns the function for the answers of a project. The texts alone decide, as in the stored counts: an answer that says
 * nothing about the brand is no mention either if a user says that the prompt does not name it.
 */
export async function findEchoTest(ctx: Context, projectId: string): Promise<IsEchoOf> {
  const namesBrand = await findNamesBrand(ctx, projectId)
  return ({ mentioned }, texts) => mentioned && namesBrand(texts.prompt) && repeatsQuestion(texts)
}

const repeatsQuestion = ({ prompt, answer, matches }: Texts) =>
  isEcho(
    prompt,
    answer,
    matches.filter(({ subject }) => subject === ownKey),
  )

const atOnce = 50

/**
 * Returns the ids of the matching answers that name the brand only by repeating the question. Texts are read only for
 * prompts that name the brand.
 */
export async function findEchoes(ctx: Context, projectId: string, condition: SQL): Promise<Set<string>> {
  const [asked, namesBrand] = await Promise.all([
    ctx.db
      .select({ id: checks.id, prompt: answers.prompt })
      .from(checks)
      .innerJoin(answers, eq(answers.checkId, checks.id))
      .where(and(condition, eq(checks.mentioned, true))),
    findNamesBrand(ctx, projectId),
  ])
  const ids = asked.filter(({ prompt }) => namesBrand(prompt)).map(({ id }) => id)
  const echoes = new Set<string>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const { checkId, prompt, answer, matches } = answers
    const rows = await ctx.db
      .select({ checkId, prompt, answer, matches })
      .from(answers)
      .where(inArray(checkId, ids.slice(from, from + atOnce)))
    for (const row of rows) if (repeatsQuestion(row)) echoes.add(row.checkId)
    await nextTurn()
  }
  return echoes
}

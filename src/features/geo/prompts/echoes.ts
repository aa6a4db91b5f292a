import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { isEcho } from '../../../mentions/echo.ts'
import { nextTurn } from '../../../slices.ts'
import { answers, checks, ownKey } from '../scans/table.ts'
import { brandMatcher, findSubjects } from '../settings/subjects.ts'

type Texts = Pick<typeof answers.$inferSelect, 'prompt' | 'answer' | 'matches'>

/** Whether an answer that names the brand only repeats the question's words. */
export const isEchoOf = ({ prompt, answer, matches }: Texts) =>
  isEcho(
    prompt,
    answer,
    matches.filter(({ subject }) => subject === ownKey),
  )

const atOnce = 50

/**
 * Returns the ids of the matching answers that name the brand only by repeating the question. Texts are read only for
 * branded prompts.
 */
export async function findEchoes(ctx: Context, projectId: string, condition: SQL): Promise<Set<string>> {
  const [asked, subjects] = await Promise.all([
    ctx.db
      .select({ id: checks.id, prompt: answers.prompt })
      .from(checks)
      .innerJoin(answers, eq(answers.checkId, checks.id))
      .where(and(condition, eq(checks.mentioned, true))),
    findSubjects(ctx, projectId),
  ])
  const brand = brandMatcher(subjects)
  const isBranded = new Map<string, boolean>()
  for (const { prompt } of asked)
    if (!isBranded.has(prompt)) isBranded.set(prompt, brand.find(prompt).length > 0)
  const ids = asked.filter(({ prompt }) => isBranded.get(prompt)).map(({ id }) => id)
  const echoes = new Set<string>()
  for (let from = 0; from < ids.length; from += atOnce) {
    const { checkId, prompt, answer, matches } = answers
    const rows = await ctx.db
      .select({ checkId, prompt, answer, matches })
      .from(answers)
      .where(inArray(checkId, ids.slice(from, from + atOnce)))
    for (const row of rows) if (isEchoOf(row)) echoes.add(row.checkId)
    await nextTurn()
  }
  return echoes
}

import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { answers, checks, scans } from './table.ts'

type Check = typeof checks.$inferSelect
type Answer = typeof answers.$inferSelect

/** A stored answer and its facts. */
export type StoredAnswer = Pick<
  Check,
  | 'id'
  | 'mentioned'
  | 'ownedSourceCited'
  | 'position'
  | 'sentiment'
  | 'competitorIds'
  | 'discovered'
  | 'matcherVersion'
> &
  Pick<Answer, 'answer' | 'cited' | 'matches' | 'decided'>

const sliceLength = 100

/** Lists the scans of a project, newest first, since users look at those first. */
export async function findScansOf(ctx: Context, projectId: string) {
  return ctx.db
    .select({ id: scans.id, status: scans.status })
    .from(scans)
    .where(eq(scans.projectId, projectId))
    .orderBy(desc(scans.createdAt), desc(scans.id))
}

/** Reads some answers of a scan in the order of their ids. */
export async function readSlice(ctx: Context, scanId: string, after: string): Promise<StoredAnswer[]> {
  return ctx.db
    .select({
      id: checks.id,
      mentioned: checks.mentioned,
      ownedSourceCited: checks.ownedSourceCited,
      position: checks.position,
      sentiment: checks.sentiment,
      competitorIds: checks.competitorIds,
      discovered: checks.discovered,
      matcherVersion: checks.matcherVersion,
      answer: answers.answer,
      cited: answers.cited,
      matches: answers.matches,
      decided: answers.decided,
    })
    .from(checks)
    .innerJoin(answers, eq(answers.checkId, checks.id))
    .where(and(eq(checks.scanId, scanId), gt(checks.id, after)))
    .orderBy(asc(checks.id))
    .limit(sliceLength)
}

/** Whether a later rescoring of the project is queued or running, which repeats this one's work. */
export async function isOvertaken(ctx: Context, jobId: number, projectId: string): Promise<boolean> {
  return (await ctx.db.all(later(jobId, projectId))).length > 0
}

/** Returns a statement that fails the batch if a later rescoring is queued or running. */
export const requireNewest = (ctx: Context, jobId: number, projectId: string): Statement =>
  ctx.db.run(sql`insert into guards (ok) select 0 where exists (${later(jobId, projectId)})`)

const later = (jobId: number, projectId: string) => sql`
  select 1 from jobs where state in ('ready', 'running') and id > ${jobId} and name = ${rescoreProject}
    and json_extract(payload, '$.projectId') = ${projectId}`

/** The job that rescores the stored answers of a project. Its payload is `{ projectId }`. */
export const rescoreProject = 'scans.rescore'

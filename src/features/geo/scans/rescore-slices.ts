import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Statement } from '../../../db/client.ts'
import { answers, checks, scans } from './table.ts'

type Check = typeof checks.$inferSelect
type Answer = typeof answers.$inferSelect

/** A stored answer, and what was made of it. */
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

/** The scans of a project, the newest first, since those are looked at. */
export async function findScansOf(ctx: Context, projectId: string) {
  return ctx.db
    .select({ id: scans.id, status: scans.status })
    .from(scans)
    .where(eq(scans.projectId, projectId))
    .orderBy(desc(scans.createdAt), desc(scans.id))
}

/** Some answers of a scan, in the order of their ids. */
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

/** True when a later re-scoring of the project waits or is at work: it does all of it over. */
export async function isOvertaken(ctx: Context, jobId: number, projectId: string): Promise<boolean> {
  return (await ctx.db.all(later(jobId, projectId))).length > 0
}

/** A statement that fails the batch on its guard where a later re-scoring is to come. */
export const requireNewest = (ctx: Context, jobId: number, projectId: string): Statement =>
  ctx.db.run(sql`insert into guards (ok) select 0 where exists (${later(jobId, projectId)})`)

const later = (jobId: number, projectId: string) => sql`
  select 1 from jobs where state in ('ready', 'running') and id > ${jobId} and name = ${rescoreProject}
    and json_extract(payload, '$.projectId') = ${projectId}`

/** The job that reads the stored answers of a project anew; it takes `{ projectId }`. */
export const rescoreProject = 'scans.rescore'

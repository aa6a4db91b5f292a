import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { once } from '../../../db/prepared.ts'
import { badRequest, conflict } from '../../../errors.ts'
import { createJobCompletion } from '../../../jobs/completion.ts'
import { jobs } from '../../../jobs/table.ts'
import { catchUpKey, checkSince } from '../../integrations/check.ts'
import { getIntegration } from '../../integrations/record.ts'
import { getRepository } from '../../integrations/repositories.ts'
import type { Caller } from '../../keys/model.ts'
import { sinceLastCheck } from './queue-checks.ts'

/** Most checks end within this time. A longer one continues after the response. */
const maxWaitMs = 8000

/** Lets requests wait for the checks of this process. */
export const checkEndings = once(() => createJobCompletion())

/** Checks a repository now for missed events. Returns it as it is afterwards, and whether the check has ended. */
export async function checkNow(ctx: Context, caller: Caller, id: string) {
  const row = await getIntegration(ctx, caller.organization.id, id)
  if (row.provider !== 'github') throw badRequest(`${row.displayName} is not on GitHub`)
  if (!row.enabled) throw conflict(`${row.displayName} is disabled. Enable it first.`)
  await caller.spend()
  const missedSince = sinceLastCheck(ctx.now(), row.catchUp?.at ?? null, row.createdAt.getTime())
  const ended = checkEndings(ctx).wait(id, maxWaitMs)
  await atomically(ctx.db, checkSince(ctx, id, missedSince))
  ctx.jobsReady.wake()
  await ended
  const isOpen = and(eq(jobs.key, catchUpKey(id)), inArray(jobs.state, ['ready', 'running']))
  const open = await ctx.db.$count(jobs, isOpen)
  return { repository: await getRepository(ctx, caller.organization.id, id), hasEnded: open === 0 }
}

import { and, eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { atomically } from '../../../db/client.ts'
import { once } from '../../../db/prepared.ts'
import { badRequest, conflict } from '../../../errors.ts'
import { createEndings } from '../../../jobs/endings.ts'
import { insertJob } from '../../../jobs/queue.ts'
import { jobs } from '../../../jobs/table.ts'
import { getIntegration } from '../../integrations/record.ts'
import { getRepository } from '../../integrations/repositories/service.ts'
import type { Caller } from '../../keys/model.ts'
import { catchUpJob, catchUpKey } from './outages.ts'

const day = 24 * 60 * 60 * 1000
/** GitHub can repeat deliveries of this time. */
const longestLookBack = 3 * day
/** Most checks end within this time; a longer one goes on after the answer. */
const patienceMilliseconds = 8000

/** Lets requests wait for the checks of this process. */
export const checkEndings = once(() => createEndings())

/** Checks a repository now for events that deliveries may have missed, and returns it as it is afterwards. */
export async function checkNow(ctx: Context, caller: Caller, id: string) {
  const row = await getIntegration(ctx, caller.organization.id, id)
  if (row.provider !== 'github') throw badRequest(`${row.displayName} is not at GitHub`)
  if (!row.enabled) throw conflict(`${row.displayName} is disabled. Enable it first.`)
  await caller.spend()
  const now = ctx.now()
  const checkedAt = Date.parse(row.catchUp?.at ?? row.createdAt.toISOString())
  const missedSince = new Date(Math.max(checkedAt, now.getTime() - longestLookBack))
  const payload = {
    integrationId: id,
    noticedAt: now.toISOString(),
    missedSince: missedSince.toISOString(),
  }
  const key = catchUpKey(id)
  const ended = checkEndings(ctx).wait(id, patienceMilliseconds)
  await atomically(ctx.db, [
    insertJob(ctx, catchUpJob, payload, { key }),
    // One that waits for its turn begins now.
    ctx.db
      .update(jobs)
      .set({ runAt: now })
      .where(and(eq(jobs.key, key), eq(jobs.state, 'ready'))),
  ])
  ctx.jobsReady.wake()
  await ended
  return { repository: await getRepository(ctx, caller.organization.id, id) }
}

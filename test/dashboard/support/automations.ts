import { eq } from 'drizzle-orm'
import { automations } from '../../../src/features/automations/table.ts'
import { eventRunId, scheduleRunId } from '../../../src/features/generation/rules.ts'
import { generationJobs } from '../../../src/features/generation/table.ts'
import { connect, scheduleBody, triggerBody } from '../../support/app.ts'
import type { Scene } from './scene.ts'

type Changes = Record<string, unknown>

/** Connects a repository; returns its id. */
export async function connectRepository({ herald, team }: Scene, fullName = 'acme/app'): Promise<string> {
  return (await connect(herald.ctx, team.id, fullName)).id
}

/** Stores a schedule of Fridays at 09:00; returns its id. */
export async function addSchedule({ team }: Scene, repositoryId: string, changes: Changes = {}) {
  const cron = { frequency: 'weekly', dayOfWeek: 5, hour: 9, minute: 0 }
  const body = scheduleBody(repositoryId, { name: 'Week at Acme', sourceConfig: { cron }, ...changes })
  return (await team.call('POST', '/v1/schedules', body)).body.schedule.id as string
}

/** Stores a trigger of pushes and releases; returns its id. */
export async function addTrigger({ team }: Scene, repositoryId: string, changes: Changes = {}) {
  const { body } = await team.call('POST', '/v1/event-triggers', triggerBody(repositoryId, changes))
  return body.eventTrigger.id as string
}

/** Ends the last run of an automation with this result. */
export async function addRun(
  { herald: { ctx }, team }: Scene,
  automation: { id: string; kind: 'schedule' | 'trigger' },
  end: { status: 'completed' | 'skipped' | 'failed'; postId?: string; error?: string },
) {
  const nameRun = automation.kind === 'schedule' ? scheduleRunId : eventRunId
  const workflowRunId = nameRun(automation.id, crypto.randomUUID())
  const now = ctx.now()
  const times = { createdAt: now, updatedAt: now, completedAt: now }
  await ctx.db.insert(generationJobs).values({
    ...times,
    ...end,
    id: `job_${crypto.randomUUID()}`,
    organizationId: team.id,
    contentType: 'changelog',
    repositoryIds: [],
    workflowRunId,
    source: 'automation',
  })
}

/** Disables an automation as three failures in a row do. */
export async function pause({ herald }: Scene, id: string) {
  await herald.ctx.db
    .update(automations)
    .set({ enabled: false, failureReason: 'workflow_errors', failureCount: 3 })
    .where(eq(automations.id, id))
}

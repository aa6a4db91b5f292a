import { sql } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../../jobs/define.ts'
import { findSubject } from '../../../organizations/subject.ts'
import { release } from '../../../usage/settle.ts'
import { plans } from '../table.ts'
import { Planning } from './model.ts'
import { dropOldPlans, failPlanning, findPlan } from './stored-plans.ts'

/** Runs the plan of a request, whether or not the request still waits. */
export const planBriefJob = defineJob(
  'briefs.plan',
  Planning,
  async (ctx, planning, attempt) => {
    const { planBrief } = await import('./plan-brief.ts')
    return planBrief(ctx, planning, attempt)
  },
  {
    title: 'Planning a brief',
    subject: (ctx, { planId }) =>
      findSubject(
        ctx,
        sql`select organization_id, 'plan ' || id as record from ${plans} where id = ${planId}`,
      ),
    async onDead(ctx, { planId, runId }, reason) {
      const plan = await findPlan(ctx, planId)
      const failed = plan ? failPlanning(ctx, plan, { status: 400, message: reason }) : [release(ctx, planId)]
      return [...failed, release(ctx, runId)]
    },
  },
)

/** Deletes plans a week after they ended. */
export const sweepPlans = defineJob(
  'plans.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    await dropOldPlans(ctx, signal)
  },
  { title: 'Deleting old brief plans' },
)

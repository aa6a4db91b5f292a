import { answerKindOf } from '../../../ai/engines/kind-of-answer.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../keys/model.ts'
import { meanOf } from '../scans/estimate.ts'
import { findEngine } from '../scans/plan.ts'
import { requiresNoRetention } from '../settings/service.ts'

/** Lists the engines that a new project could ask, and why others cannot be asked. */
export async function listEngines(ctx: Context, { organization }: Caller) {
  const retention = {
    enforceZdr: await requiresNoRetention(ctx, organization.id),
    nonZdrApprovedEngines: [],
  }
  return {
    engines: ctx.engines.list.map((engine) => {
      const found = findEngine(ctx.engines, engine.id, retention)
      return {
        ...{ id: engine.id, label: engine.label, default: engine.isDefault },
        kind: answerKindOf(engine),
        obstacle: 'obstacle' in found ? found.obstacle : null,
        cents: meanOf(engine, engine.search.supported).cents,
      }
    }),
  }
}

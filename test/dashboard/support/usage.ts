import { atomically } from '../../../src/db/client.ts'
import type { UsageFeature } from '../../../src/features/usage/model.ts'
import { reserve } from '../../../src/features/usage/reserve.ts'
import { confirm } from '../../../src/features/usage/settle.ts'
import type { TestContext } from '../../support/context.ts'

/** Runs that have written, at three cents each, and runs that are writing. */
export async function addUse(
  ctx: TestContext,
  organizationId: string,
  feature: UsageFeature,
  { written = 0, running = 0 },
) {
  for (let run = 0; run < written + running; run += 1) {
    const executionId = crypto.randomUUID()
    await reserve(ctx, { organizationId, executionId, feature })
    if (run < written) await atomically(ctx.db, confirm(ctx, executionId, { units: 1, cents: 3 }))
  }
}

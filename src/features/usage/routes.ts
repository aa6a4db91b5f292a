import type { Context } from '../../context.ts'
import { anyKey, operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { UsageReport } from './model.ts'
import { readUsage } from './read-usage.ts'

export function usageRoutes(ctx: Context) {
  return guarded(ctx, '/v1/usage', 'Usage').get(
    '',
    async ({ caller: { organization } }) => ({ usage: await readUsage(ctx, organization.id), organization }),
    {
      response: UsageReport,
      detail: operation('getUsage', anyKey, 'Get usage and limits. Covers the current month.', {
        tool: 'get_usage',
      }),
    },
  )
}

import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { OneRepository } from '../../integrations/repository-model.ts'
import { guarded } from '../../keys/guard.ts'
import { checkNow } from './check-now.ts'

/** Checks of repositories for events that deliveries missed. */
export function checkAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/integrations', 'Integrations').post(
    '/:integrationId/check',
    ({ caller, params }) => checkNow(ctx, caller, params.integrationId),
    {
      params: idParams('integrationId'),
      response: t.Object({ ...OneRepository.properties, hasEnded: t.Boolean() }),
      detail: internal('checkRepository', 'admin', 'Check a repository for missed pushes and releases.', {
        limits: [buckets.checkMissedEvents],
        refusals: { 409: 'The repository is disabled' },
      }),
    },
  )
}

import type { Context } from '../../../context.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { AutomationStates } from './model.ts'
import { listAutomationStates } from './service.ts'

export function automationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/automations', 'Schedules').get(
    '',
    ({ caller }) => listAutomationStates(ctx, caller.organization.id),
    {
      response: AutomationStates,
      detail: internal(
        'listAutomationStates',
        'member',
        'Tell when schedules run next, what paused them, and what became of their last runs.',
      ),
    },
  )
}

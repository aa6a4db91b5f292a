import type { Context } from '../../context.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { OrganizationSettings } from './model.ts'
import { getSettings } from './service.ts'

/** The organization that somebody works in. */
export function organizationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/organization', 'Organization').get(
    '',
    ({ caller }) => getSettings(ctx, caller.organization.id),
    {
      response: OrganizationSettings,
      detail: internal('getOrganization', 'member', 'Read the settings of the organization.'),
    },
  )
}

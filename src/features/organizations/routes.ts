import type { Context } from '../../context.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { OrganizationPatch, OrganizationSettings } from './model.ts'
import { getSettings, updateSettings } from './service.ts'

/** The current organization of a user. */
export function organizationAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/organization', 'Organization')
    .get('', ({ caller }) => getSettings(ctx, caller.organization.id), {
      response: OrganizationSettings,
      detail: internal('getOrganization', 'member', 'Read the settings of the organization.'),
    })
    .patch('', ({ caller, body }) => updateSettings(ctx, caller, body), {
      body: OrganizationPatch,
      response: OrganizationSettings,
      detail: internal(
        'updateOrganization',
        'admin',
        'Change settings of the organization. Only owners change name, logo and zero data retention.',
      ),
    })
}

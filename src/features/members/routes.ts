import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded, personal } from '../keys/guard.ts'
import { MemberList, MemberPatch, NewOrganization, OneMember, OneMembership } from './model.ts'
import { deleteMember, foundOrganization, listMembers, updateMember } from './service.ts'

/** Who belongs to an organization. */
export function memberRoutes(ctx: Context) {
  const params = idParams('userId')
  return guarded(ctx, '/api/app/members', 'Members')
    .get('', ({ caller }) => listMembers(ctx, caller), {
      response: MemberList,
      detail: internal('listMembers', 'member', 'List the members, in the order in which they came.'),
    })
    .patch('/:userId', ({ caller, params, body }) => updateMember(ctx, caller, params.userId, body.role), {
      params,
      body: MemberPatch,
      response: OneMember,
      detail: internal('updateMember', 'owner', 'Give a member another role. The last owner stays one.'),
    })
    .delete('/:userId', ({ caller, params }) => deleteMember(ctx, caller, params.userId), {
      params,
      response: OneMember,
      detail: internal(
        'deleteMember',
        'member',
        'Leave the organization, or as an owner let anybody go. The last owner stays.',
      ),
    })
}

/** Organizations that people begin themselves. */
export function foundingRoutes(ctx: Context) {
  return personal(ctx, '/api/app/organizations', 'Organization').post(
    '',
    async ({ session, body, status }) => status(201, await foundOrganization(ctx, session, body)),
    {
      body: NewOrganization,
      response: { 201: OneMembership },
      detail: internal(
        'createOrganization',
        'self',
        'Begin an organization, where one owns another already.',
      ),
    },
  )
}

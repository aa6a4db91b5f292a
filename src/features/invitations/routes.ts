import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { internal } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import { InvitationList, MadeInvitation, NewInvitation, WithdrawnInvitation } from './model.ts'
import { createInvitation, deleteInvitation, listInvitations } from './service.ts'

/** Invitations to join an organization. */
export function invitationRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/invitations', 'Members')
    .get('', ({ caller }) => listInvitations(ctx, caller), {
      response: InvitationList,
      detail: internal('listInvitations', 'admin', 'List the open invitations.'),
    })
    .post('', async ({ caller, body, status }) => status(201, await createInvitation(ctx, caller, body)), {
      body: NewInvitation,
      response: { 201: MadeInvitation },
      detail: internal(
        'createInvitation',
        'admin',
        'Invite a user with a link that is valid for seven days.',
      ),
    })
    .delete('/:invitationId', ({ caller, params }) => deleteInvitation(ctx, caller, params.invitationId), {
      params: idParams('invitationId'),
      response: WithdrawnInvitation,
      detail: internal('deleteInvitation', 'admin', 'Revoke an invitation.'),
    })
}

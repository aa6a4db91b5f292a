import type { Context } from '../../context.ts'
import { ceilingSentence } from '../../db/ceilings.ts'
import { idParams } from '../../http/fields.ts'
import { anyKey, internal, operation } from '../../http/operation.ts'
import { guarded, personal } from '../keys/guard.ts'
import type { Caller } from '../keys/model.ts'
import { listKeysOf, revokeKeysOf } from './handed-out.ts'
import {
  ChangedMember,
  KeysOfMember,
  MemberList,
  MemberPatch,
  NewOrganization,
  OneMembership,
  RevokedKeys,
  Workspaces,
  WorkspacesQuery,
} from './model.ts'
import { deleteMember, foundOrganization, listMembers, updateMember } from './service.ts'

/** The members of an organization. */
export function memberRoutes(ctx: Context) {
  const params = idParams('userId')
  return guarded(ctx, '/api/app/members', 'Members')
    .get('', ({ caller }) => listMembers(ctx, caller), {
      response: MemberList,
      detail: internal('listMembers', 'member', 'List the members, oldest first.'),
    })
    .patch('/:userId', ({ caller, params, body }) => updateMember(ctx, caller, params.userId, body.role), {
      params,
      body: MemberPatch,
      response: ChangedMember,
      detail: internal(
        'updateMember',
        'owner',
        'Change the role of a member. The last owner stays an owner.',
      ),
    })
    .delete('/:userId', ({ caller, params }) => deleteMember(ctx, caller, params.userId), {
      params,
      response: ChangedMember,
      detail: internal(
        'deleteMember',
        'member',
        'Leave the organization, or remove a member as an owner. The last owner cannot leave.',
      ),
    })
    .get('/:userId/keys', ({ caller, params }) => listKeysOf(ctx, caller, params.userId), {
      params,
      response: KeysOfMember,
      detail: internal('listKeysOfMember', 'admin', 'List the keys that a member or former member created.'),
    })
    .delete('/:userId/keys', ({ caller, params }) => revokeKeysOf(ctx, caller, params.userId), {
      params,
      response: RevokedKeys,
      detail: internal(
        'revokeKeysOfMember',
        'admin',
        'Revoke all keys that a member or former member created.',
      ),
    })
}

/** Organizations that owners create themselves. */
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
        'Create an organization. You need to own one already, and the operator can reserve this (ORGANIZATIONS).',
        { refusals: { 409: ceilingSentence('organizations') } },
      ),
    },
  )
}

/** The organizations of a key. */
export function workspaceRoutes(ctx: Context) {
  return guarded(ctx, '/v1/me', 'Usage').get('/workspaces', ({ caller }) => listWorkspaces(caller), {
    query: WorkspacesQuery,
    response: Workspaces,
    detail: operation(
      'listWorkspaces',
      anyKey,
      'List workspaces. Returns the organization of the key: a key belongs to exactly one.',
    ),
  })
}

function listWorkspaces({ organization, person }: Caller): typeof Workspaces.static {
  const role = person?.role ?? null
  return {
    currentWorkspace: organization,
    workspaces: [{ ...organization, role, status: 'active', isCurrent: true }],
    authentication: { type: person ? 'session' : 'apiKey' },
  }
}

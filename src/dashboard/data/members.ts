import { useMutation } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { type Role, usePerson, useSessionChange } from './session.tsx'

const askMembers = () => ask(api.api.app.members.get())
const askInvitations = () => ask(api.api.app.invitations.get())

export type Member = Awaited<ReturnType<typeof askMembers>>['members'][number]
export type Invitation = Awaited<ReturnType<typeof askInvitations>>['invitations'][number]

/** The members of the organization, in the order of joining. */
export function useMembers() {
  return useOrgQuery(['members'], askMembers)
}

/** The open invitations. */
export function useInvitations() {
  return useOrgQuery(['invitations'], askInvitations)
}

/** Changes the role of a member. */
export function useRoleChange() {
  const read = useMembersChange()
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      ask(api.api.app.members({ userId }).patch({ role })),
    onSuccess: ({ member }) => read(member.userId),
  })
}

/** Removes a member, or leaves the organization, after which the list is no longer readable. */
export function useRemoval() {
  const person = usePerson()
  const readSession = useSessionChange()
  const read = useMembersChange()
  return useMutation({
    mutationFn: (userId: string) => ask(api.api.app.members({ userId }).delete()),
    onSuccess: ({ member: { userId } }) => (userId === person.id ? readSession() : read(userId)),
  })
}

/**
 * Reads again everything that depends on a member's role. The user's own role decides what they may read, so
 * the session is first and the invitations, which not every role may read, are last.
 */
function useMembersChange() {
  const person = usePerson()
  const invalidate = useInvalidate()
  const readSession = useSessionChange()
  return async (userId: string) => {
    if (userId === person.id) await readSession()
    await invalidate('members')
    await invalidate('invitations')
  }
}

const askKeys = (userId: string) => ask(api.api.app.members({ userId }).keys.get())

/** The active keys that a member created. */
export function useKeysOf(userId: string) {
  return useOrgQuery(['member-keys', userId], () => askKeys(userId))
}

/** Revokes all of them. */
export function useKeyRevocation(userId: string) {
  return useOrgChange('keys', () => ask(api.api.app.members({ userId }).keys.delete()))
}

/** Creates an invitation, which replaces an earlier one of the same address. */
export function useInvite() {
  return useOrgChange('invitations', (invitation: { email: string; role: Role }) =>
    ask(api.api.app.invitations.post(invitation)),
  )
}

export function useWithdrawal() {
  return useOrgChange(
    'invitations',
    (invitationId: string) => ask(api.api.app.invitations({ invitationId }).delete()),
    { alsoAfterError: true },
  )
}

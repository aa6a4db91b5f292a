import { useMutation } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { useInvalidate, useOrgChange, useOrgQuery } from './query.ts'
import { type Role, usePerson, useSessionChange } from './session.tsx'

const askMembers = () => ask(api.api.app.members.get())
const askInvitations = () => ask(api.api.app.invitations.get())

export type Member = Awaited<ReturnType<typeof askMembers>>['members'][number]
export type Invitation = Awaited<ReturnType<typeof askInvitations>>['invitations'][number]

/** Who belongs to the organization, in the order in which they came. */
export function useMembers() {
  return useOrgQuery(['members'], askMembers)
}

/** The invitations that nobody has accepted yet. */
export function useInvitations() {
  return useOrgQuery(['invitations'], askInvitations)
}

/** Gives a member another role. */
export function useRoleChange() {
  const read = useMembersChange()
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      ask(api.api.app.members({ userId }).patch({ role })),
    onSuccess: ({ member }) => read(member.userId),
  })
}

/** Ends a membership: somebody else's, or one's own, after which the list is closed. */
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
 * Reads again what a member's role decides. Their own role decides what they may read, so the session comes first and
 * the invitations, which not every role may read, last.
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

/** The keys that a member created and that still work. */
export function useKeysOf(userId: string) {
  return useOrgQuery(['member-keys', userId], () => askKeys(userId))
}

/** Revokes all of them. */
export function useKeyRevocation(userId: string) {
  return useOrgChange('keys', () => ask(api.api.app.members({ userId }).keys.delete()))
}

/** Invites somebody; an earlier invitation of the same address ends. */
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

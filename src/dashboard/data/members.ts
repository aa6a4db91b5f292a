import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from './api.ts'
import { type Role, useOrganization, usePerson, useSessionChange } from './session.tsx'

const askMembers = () => ask(api.api.app.members.get())
const askInvitations = () => ask(api.api.app.invitations.get())

export type Member = Awaited<ReturnType<typeof askMembers>>['members'][number]
export type Invitation = Awaited<ReturnType<typeof askInvitations>>['invitations'][number]

/** Who belongs to the organization, in the order in which they came. */
export function useMembers() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'members'], queryFn: askMembers })
}

/** The invitations that nobody has accepted yet. */
export function useInvitations() {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'invitations'], queryFn: askInvitations })
}

/** Gives a member another role; one's own decides what one may see, so the session is read again. */
export function useRoleChange() {
  const { id } = useOrganization()
  const person = usePerson()
  const client = useQueryClient()
  const readSession = useSessionChange()
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      ask(api.api.app.members({ userId }).patch({ role })),
    onSuccess: async ({ member }) => {
      if (member.userId === person.id) await readSession()
      await client.invalidateQueries({ queryKey: [id, 'members'] })
      await client.invalidateQueries({ queryKey: [id, 'invitations'] })
    },
  })
}

/** Ends a membership: somebody else's, or one's own, after which the list is closed. */
export function useRemoval() {
  const { id } = useOrganization()
  const person = usePerson()
  const client = useQueryClient()
  const readSession = useSessionChange()
  return useMutation({
    mutationFn: (userId: string) => ask(api.api.app.members({ userId }).delete()),
    onSuccess: async ({ member }) => {
      if (member.userId === person.id) return readSession()
      await client.invalidateQueries({ queryKey: [id, 'members'] })
      await client.invalidateQueries({ queryKey: [id, 'invitations'] })
    },
  })
}

const askKeys = (userId: string) => ask(api.api.app.members({ userId }).keys.get())

/** The keys that a member created and that still work. */
export function useKeysOf(userId: string) {
  const { id } = useOrganization()
  return useQuery({ queryKey: [id, 'member-keys', userId], queryFn: () => askKeys(userId) })
}

/** Revokes all of them. */
export function useKeyRevocation(userId: string) {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => ask(api.api.app.members({ userId }).keys.delete()),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [id, 'member-keys', userId] }),
        client.invalidateQueries({ queryKey: [id, 'keys'] }),
      ]),
  })
}

/** Invites somebody; an earlier invitation of the same address ends. */
export function useInvite() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitation: { email: string; role: Role }) => ask(api.api.app.invitations.post(invitation)),
    onSuccess: () => client.invalidateQueries({ queryKey: [id, 'invitations'] }),
  })
}

export function useWithdrawal() {
  const { id } = useOrganization()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitationId: string) => ask(api.api.app.invitations({ invitationId }).delete()),
    onSettled: () => client.invalidateQueries({ queryKey: [id, 'invitations'] }),
  })
}

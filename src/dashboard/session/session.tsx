import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect } from 'react'
import { api, ask } from '../api.ts'
import { noteSignedOut } from './signals.ts'

export type Role = 'owner' | 'admin' | 'member'
export type Membership = { id: string; slug: string; name: string; logo: string | null; role: Role }
export type Person = { id: string; name: string; email: string; hasPassword: boolean }
export type Session = {
  user: Person | null
  needsSetup: boolean
  organizations: Membership[]
  oidc: { label: string } | null
}

const sessionKey = ['session']
const lastOrganization = 'herald:organization'

/** Who is signed in, and where they belong. */
export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: () => ask(api.api.app.session.get()) as Promise<Session>,
    staleTime: 60_000,
  })
}

/** Takes a new session in; whatever another person saw is forgotten. */
export function useEnter() {
  const client = useQueryClient()
  return (session: Session) => {
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    client.setQueryData(sessionKey, session)
    noteSignedOut(false)
  }
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('herald:session')

/** Ends the session here and in the browser's other tabs. */
export function useSignOut() {
  const enter = useEnter()
  return useMutation({
    mutationFn: () => ask(api.api.app.session.delete()) as Promise<Session>,
    onSuccess: (session) => {
      enter(session)
      channel?.postMessage('signed out')
    },
  })
}

/** Hears of a sign-out in another tab. */
export function useSignOutElsewhere() {
  const client = useQueryClient()
  useEffect(() => {
    const hear = () => client.invalidateQueries({ queryKey: sessionKey })
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [client])
}

export const OrganizationContext = createContext<Membership | null>(null)

/** The organization whose pages are shown. */
export function useOrganization(): Membership {
  const organization = use(OrganizationContext)
  if (!organization) throw new Error('This part stands outside of an organization.')
  return organization
}

/** True when the person may do what needs a role. */
export function useMay(role: Role): boolean {
  const order: Role[] = ['member', 'admin', 'owner']
  return order.indexOf(useOrganization().role) >= order.indexOf(role)
}

/** The organization to open when the address names none: the last one, else the first. */
export function chooseMembership(organizations: Membership[]): Membership | undefined {
  const last = localStorage.getItem(lastOrganization)
  return organizations.find(({ slug }) => slug === last) ?? organizations[0]
}

export function rememberOrganization(slug: string) {
  localStorage.setItem(lastOrganization, slug)
}

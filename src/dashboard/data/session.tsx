import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect } from 'react'
import { api, ask } from './api.ts'
import { noteSignedOut, useSignedOut } from './signals.ts'
import * as strings from './strings.ts'

export type Role = 'owner' | 'admin' | 'member'
export type Membership = { id: string; slug: string; name: string; logo: string | null; role: Role }
export type Person = { id: string; name: string; email: string; hasPassword: boolean }
export type Session = {
  user: Person | null
  needsSetup: boolean
  organizations: Membership[]
  mayCreateOrganization: boolean
  maySetServer: boolean
  oidc: { label: string } | null
  sendsMail: boolean
}

const sessionKey = ['session']
const lastOrganization = 'herald:organization'

/** The signed-in user and their organizations. An expired session stays until the user signs in again. */
export function useSession() {
  const client = useQueryClient()
  const hasEnded = useSignedOut()
  return useQuery({
    queryKey: sessionKey,
    queryFn: async () => {
      const before = client.getQueryData<Session>(sessionKey)
      const session = await ask(api.api.app.session.get())
      const kept = session.user === null && before?.user ? before : null
      if (before?.user && session.user && before.user.id !== session.user.id) client.removeQueries(seen)
      noteSignedOut(kept !== null)
      return kept ?? session
    },
    staleTime: 60_000,
    // The user may have signed in in another tab.
    refetchOnWindowFocus: hasEnded ? 'always' : true,
  })
}

/** The signed-in user, on pages that require one. */
export function usePerson(): Person {
  const { data } = useSession()
  if (!data?.user) throw new Error(strings.session.noUser)
  return data.user
}

/** Reads the session again after a change. */
export function useSessionChange() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionKey })
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('herald:session')

/** Applies a new or ended session, here and in the browser's other tabs. */
export function useEnter() {
  const client = useQueryClient()
  return (session: Session) => {
    enter(client, session)
    channel?.postMessage(session)
  }
}

/** Receives changes of other tabs: sign-out and sign-in there apply here. */
export function useOtherTabs() {
  const client = useQueryClient()
  useEffect(() => {
    const hear = ({ data }: MessageEvent<Session>) => enter(client, data)
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [client])
}

/** The query keys of link offers, before sign-in, begin with this. */
export const offerKey = 'offer'

/** All queries of pages. */
const seen = { predicate: ({ queryKey: [first] }: Query) => first !== sessionKey[0] && first !== offerKey }

/** Queries of the same user are read again in the background; those of another user are removed. */
function enter(client: QueryClient, session: Session) {
  const before = client.getQueryData<Session>(sessionKey)
  const isSame = session.user !== null && before?.user?.id === session.user.id
  client.setQueryData(sessionKey, session)
  noteSignedOut(false)
  if (isSame) client.invalidateQueries(seen)
  else client.removeQueries(seen)
}

/** Ends the session here and in the browser's other tabs. */
export function useSignOut() {
  const enter = useEnter()
  return useMutation({ mutationFn: () => ask(api.api.app.session.delete()), onSuccess: enter })
}

export const OrganizationContext = createContext<Membership | null>(null)

/** The current organization. */
export function useOrganization(): Membership {
  const organization = use(OrganizationContext)
  if (!organization) throw new Error(strings.session.noOrganization)
  return organization
}

/** Whether the user has a role. */
export function useMay(role: Role): boolean {
  const order: Role[] = ['member', 'admin', 'owner']
  return order.indexOf(useOrganization().role) >= order.indexOf(role)
}

/** The organization to open if the URL has none: the last one, else the first. */
export function chooseMembership(organizations: Membership[]): Membership | undefined {
  const last = localStorage.getItem(lastOrganization)
  return organizations.find(({ slug }) => slug === last) ?? organizations[0]
}

export function rememberOrganization(slug: string) {
  localStorage.setItem(lastOrganization, slug)
}

import { type Query, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect } from 'react'
import { api, ask } from './api.ts'
import { noteSignedOut, useSignedOut } from './signals.ts'

export type Role = 'owner' | 'admin' | 'member'
export type Membership = { id: string; slug: string; name: string; logo: string | null; role: Role }
export type Person = { id: string; name: string; email: string; hasPassword: boolean }
export type Session = {
  user: Person | null
  needsSetup: boolean
  organizations: Membership[]
  mayCreateOrganization: boolean
  oidc: { label: string } | null
}

const sessionKey = ['session']
const lastOrganization = 'herald:organization'

/** Who is signed in, and where they belong. A session that ended by itself stays until somebody signs in. */
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
    // Somebody may have signed in beside this page.
    refetchOnWindowFocus: hasEnded ? 'always' : true,
  })
}

/** The signed-in user, on pages that require one. */
export function usePerson(): Person {
  const { data } = useSession()
  if (!data?.user) throw new Error('No user is signed in.')
  return data.user
}

/** Reads the session anew, after something of it has changed. */
export function useSessionChange() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionKey })
}

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('herald:session')

/** Takes a session in that has begun or ended, here and in the browser's other tabs. */
export function useEnter() {
  const client = useQueryClient()
  return (session: Session) => {
    enter(client, session)
    channel?.postMessage(session)
  }
}

/** Hears what another tab has taken in: whoever signs out there is signed out here, and in again the same. */
export function useOtherTabs() {
  const client = useQueryClient()
  useEffect(() => {
    const hear = ({ data }: MessageEvent<Session>) => enter(client, data)
    channel?.addEventListener('message', hear)
    return () => channel?.removeEventListener('message', hear)
  }, [client])
}

/** What links offer, before anybody is signed in, begins with this. */
export const offerKey = 'offer'

/** All that pages have asked for. */
const seen = { predicate: ({ queryKey: [first] }: Query) => first !== sessionKey[0] && first !== offerKey }

/** What the same person saw is read anew below what they do; what another one saw is forgotten. */
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

/** The organization whose pages are shown. */
export function useOrganization(): Membership {
  const organization = use(OrganizationContext)
  if (!organization) throw new Error('No organization is selected.')
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

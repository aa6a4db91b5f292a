import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, useEffect, useMemo } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { chooseOrganization } from '../data/api.ts'
import { authPaths, readNext } from '../data/paths.ts'
import {
  chooseMembership,
  OrganizationContext,
  rememberOrganization,
  type Session,
  useOtherTabs,
  useSession,
} from '../data/session.tsx'
import { dashboardPath } from '../kit/base-path.ts'
import { lazyView } from '../kit/lazy-view.tsx'
import { aroundNavigation, LeavingQuestion } from '../kit/leaving.tsx'
import { NotFound } from '../kit/not-found.tsx'
import { Failure } from '../kit/notice.tsx'
import { OrganizationName } from '../kit/page.tsx'
import { Problem } from '../kit/problem.ts'
import { toast } from '../kit/toast.tsx'
import { AuthCard } from './auth-card.tsx'
import { pages } from './pages.ts'
import { Shell } from './shell/shell.tsx'
import { hasPlace, Return } from './sign-in/return.tsx'
import { readNotice } from './sign-in-notice.ts'
import * as strings from './strings.ts'

const SignInPage = lazyView(() => import('./sign-in/sign-in-page.tsx').then((m) => m.SignInPage))
const SetUpPage = lazyView(() => import('./sign-in/joining/set-up-page.tsx').then((m) => m.SetUpPage))
const PasswordPage = lazyView(() => import('./sign-in/joining/password-page.tsx').then((m) => m.PasswordPage))
const InvitationPage = lazyView(() =>
  import('./sign-in/joining/invitation-page.tsx').then((m) => m.InvitationPage),
)
const ConnectAppPage = lazyView(() =>
  import('./connect-app/connect-app-page.tsx').then((m) => m.ConnectAppPage),
)
const NoOrganization = lazyView(() =>
  import('./sign-in/joining/no-organization.tsx').then((m) => m.NoOrganization),
)

export function App() {
  const client = useMemo(createClient, [])
  useEffect(() => {
    const notice = readNotice(window.location.search)
    if (notice) toast(notice, { seconds: 60 })
  }, [])
  return (
    <QueryClientProvider client={client}>
      <Router base={dashboardPath}>
        <AuthRoutes />
      </Router>
    </QueryClientProvider>
  )
}

function createClient() {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        refetchOnReconnect: true,
        // A refused request is not retried, a failed connection is retried once.
        retry: (count, error) => error instanceof Problem && error.status === 0 && count < 1,
      },
      mutations: { networkMode: 'always' },
    },
  })
}

/** Shows the set-up, the sign-in, or the organization in the URL. */
function AuthRoutes() {
  const session = useSession()
  const [location] = useLocation()
  const search = useSearch()
  useOtherTabs()
  if (session.isError && !session.data) {
    return (
      <AuthCard title={strings.app.herald}>
        <Failure error={session.error} retry={() => session.refetch()} />
      </AuthCard>
    )
  }
  if (!session.data) return null
  const { user, needsSetup } = session.data
  const comesByLink = window.location.hash !== ''
  return (
    <Switch>
      <Route path={authPaths.setUp}>
        <SetUpPage session={session.data} />
      </Route>
      <Route path={authPaths.password}>
        <PasswordPage session={session.data} />
      </Route>
      <Route path={authPaths.invitation}>
        <InvitationPage session={session.data} />
      </Route>
      <Route path={authPaths.signIn}>
        {comesByLink || !(user || needsSetup) ? (
          <SignInPage session={session.data} />
        ) : (
          <Redirect key="on" to={user ? readNext(search) : authPaths.setUp} replace />
        )}
      </Route>
      {user && (
        <Route path={authPaths.connectApp}>
          <ConnectAppPage user={user} />
        </Route>
      )}
      <Route>
        {user && location === '/' && hasPlace() ? (
          <Return />
        ) : user ? (
          <SignedIn key={user.id} session={session.data} />
        ) : (
          <Redirect
            key="in"
            to={location === '/' ? authPaths.signIn : signInFor(search ? `${location}?${search}` : location)}
            replace
          />
        )}
      </Route>
    </Switch>
  )
}

const signInFor = (place: string) => `${authPaths.signIn}?next=${encodeURIComponent(place)}`

function SignedIn({ session }: { session: Session }) {
  const [location] = useLocation()
  const slug = location.split('/')[1] ?? ''
  const membership = session.organizations.find((each) => each.slug === slug)
  const chosen = chooseMembership(session.organizations)
  if (!chosen) return <NoOrganization />
  if (!membership) {
    const isPage = pages.some(({ path }) => path.split('/')[1] === slug && slug !== '')
    return <Redirect to={`/${chosen.slug}${isPage ? location : ''}`} replace />
  }
  // The organization is fixed for a document, because unsent changes still go out when the page closes.
  if (!chooseOrganization(membership.id)) {
    window.location.reload()
    return null
  }
  rememberOrganization(membership.slug)
  return (
    <OrganizationContext value={membership}>
      <Router base={`/${membership.slug}`} key={membership.id} aroundNav={aroundNavigation}>
        <OrganizationName value={membership.name}>
          <Shell session={session}>
            <Pages />
            <LeavingQuestion />
          </Shell>
        </OrganizationName>
      </Router>
    </OrganizationContext>
  )
}

/** A page starts again at each address; one that is a list with a detail view keeps its state. */
function stateOf(location: string): string {
  const staying = pages.find(
    ({ stays, base }) => stays && (location === base || location.startsWith(`${base}/`)),
  )
  return staying?.base ?? location
}

function Pages() {
  const [location] = useLocation()
  return (
    <PageBoundary key={stateOf(location)}>
      <Switch>
        {pages.map(({ path, view: View }) => (
          <Route key={path} path={path}>
            <View />
          </Route>
        ))}
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </PageBoundary>
  )
}

/** Keeps the navigation if a page fails or its file cannot be loaded. */
class PageBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return <Failure error={this.state.error} retry={() => location.reload()} />
  }
}

import { ChevronsUpDown, CircleUserRound, Menu as MenuIcon, Search } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useCounts } from '../../data/counts.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { type Session, useOrganization } from '../../data/session.tsx'
import { useSignedOut } from '../../data/signals.ts'
import { dashboardPath, manualPath } from '../../kit/base-path.ts'
import { Button } from '../../kit/button.tsx'
import { Icon, Mark } from '../../kit/icon.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Menu } from '../../kit/menu.tsx'
import type { MenuItem } from '../../kit/menu-list.tsx'
import { moveInList, useShortcuts } from '../../kit/shortcuts.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Toasts } from '../../kit/toast.tsx'
import { ProjectSwitcher } from '../../visibility/projects/switcher.tsx'
import { prefetch } from '../pages.ts'
import { isOffered, type NavigationItem, navigationItems, placeOf } from './navigation-items.ts'
import { OfflineBar } from './offline-bar.tsx'
import * as strings from './strings.ts'

const Palette = lazyView(() => import('../palette/palette.tsx').then((m) => m.Palette))
const ShortcutHelp = lazyView(() => import('./shortcut-help.tsx').then((m) => m.ShortcutHelp))
const SignInAgain = lazyView(() => import('../sign-in/sign-in-again.tsx').then((m) => m.SignInAgain))
const NewOrganization = lazyView(() => import('./new-organization.tsx').then((m) => m.NewOrganization))

/** The frame of every page: the navigation at the side, or behind a button on a narrow screen. */
export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const [location, navigate] = useLocation()
  const [shown, setShown] = useState<'palette' | 'keys' | 'organization' | null>(null)
  const [menuOpen, setMenuOpen] = useState(false)
  const organization = useOrganization()
  const addressOf = useProjectAddress()
  const signedOut = useSignedOut()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what lay over the last
  useEffect(() => setMenuOpen(false), [location])
  useShortcuts({
    'mod+k': () => setShown('palette'),
    '?': () => setShown('keys'),
    '/': () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
    j: () => moveInList(1),
    k: () => moveInList(-1),
    ...Object.fromEntries(
      navigationItems.flatMap(({ key, path }) =>
        key ? [[`g ${key}`, () => navigate(addressOf(path))]] : [],
      ),
    ),
  })
  return (
    <>
      <a className="skip" href="#main">
        {strings.shell.skipToContent}
      </a>
      <div className={menuOpen ? 'shell menu-open' : 'shell'}>
        <Side session={session} onShow={setShown} />
        <div className="main">
          <header className="topbar">
            <Button
              iconOnly
              aria-label={strings.shell.pages}
              aria-expanded={menuOpen}
              aria-controls="side"
              onClick={() => setMenuOpen(!menuOpen)}
            >
              <Icon of={MenuIcon} />
            </Button>
            <Link className="wordmark" href={paths.home()}>
              <Mark />
              <span className="cut">{organization.name}</span>
            </Link>
            <Button iconOnly aria-label={strings.shell.search} onClick={() => setShown('palette')}>
              <Icon of={Search} />
            </Button>
          </header>
          <OfflineBar />
          <main id="main" className="page" tabIndex={-1}>
            <Suspense fallback={<Skeleton />}>{children}</Suspense>
          </main>
        </div>
      </div>
      <Toasts />
      {shown === 'palette' && <Palette onClose={() => setShown(null)} />}
      {shown === 'keys' && <ShortcutHelp onClose={() => setShown(null)} />}
      {shown === 'organization' && <NewOrganization onClose={() => setShown(null)} />}
      {signedOut && <SignInAgain />}
    </>
  )
}

function Side({ session, onShow }: { session: Session; onShow: (what: 'palette' | 'organization') => void }) {
  const organization = useOrganization()
  const counts = useCounts()
  const groups = Map.groupBy(
    navigationItems.filter((item) => isOffered(item, session)),
    ({ group }) => group,
  )
  const items: (MenuItem | 'line')[] = session.organizations.map(({ slug, name }) => ({
    label: name,
    checked: slug === organization.slug,
    onSelect: () => location.assign(`${dashboardPath}/${slug}`),
  }))
  if (session.mayCreateOrganization)
    items.push('line', { label: strings.shell.newOrganization, onSelect: () => onShow('organization') })
  items.push('line', {
    label: strings.shell.documentation,
    onSelect: () => void window.open(manualPath(''), '_blank', 'noreferrer'),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the top bar is the header element of the page
    <div className="side" id="side" role="banner" aria-label={strings.shell.herald}>
      <Menu
        label={strings.shell.switchOrganization(organization.name)}
        look="bare"
        className="org"
        side="start"
        items={items}
      >
        <Mark />
        <span className="cut">{organization.name}</span>
        <Icon of={ChevronsUpDown} />
      </Menu>
      <button type="button" className="find" onClick={() => onShow('palette')}>
        <Icon of={Search} />
        <span>{strings.shell.search}</span>
        <kbd>{strings.shell.searchShortcut}</kbd>
      </button>
      <nav aria-label={strings.shell.pages}>
        {[...groups].map(([group, members]) => (
          <div key={group}>
            {group && <h2 id={`group-${group}`}>{group}</h2>}
            {group === strings.navigation.visibility && <ProjectSwitcher />}
            {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
            <ul role="list" aria-label={group || strings.shell.start}>
              {members.map((place) => (
                <PlaceLink key={place.path} place={place} count={counts[place.path]} />
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <p className="sr" role="status">
        {approvalsInWords(counts[paths.chats()] ?? 0)}
      </p>
      <nav className="foot" aria-label={strings.shell.account}>
        {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
        <ul role="list">
          <PlaceLink
            place={{
              label: session.user?.name ?? strings.shell.account,
              path: paths.account(),
              icon: CircleUserRound,
              group: '',
            }}
          />
        </ul>
      </nav>
    </div>
  )
}

function approvalsInWords(count: number): string {
  if (count === 0) return ''
  return strings.shell.pendingApprovals(count)
}

/** Scrolls to the link of the current page: in a low window the navigation is longer than the window. */
const showLink = (link: HTMLElement | null) => link?.scrollIntoView({ block: 'nearest' })

function PlaceLink({ place: { label, path, icon }, count }: { place: NavigationItem; count?: number }) {
  const [location] = useLocation()
  const addressOf = useProjectAddress()
  const isCurrent = path === (placeOf(location) ?? location)
  return (
    <li>
      <Link
        ref={isCurrent ? showLink : undefined}
        href={addressOf(path)}
        aria-current={isCurrent ? 'page' : undefined}
        onPointerEnter={() => prefetch(path)}
        onFocus={() => prefetch(path)}
      >
        <Icon of={icon} />
        {label}
        {count ? <span className="n">{count}</span> : null}
        {count && path === paths.chats() ? (
          <span className="sr">
            {count === 1 ? strings.shell.pendingApproval : strings.shell.manyPendingApprovals}
          </span>
        ) : null}
      </Link>
    </li>
  )
}

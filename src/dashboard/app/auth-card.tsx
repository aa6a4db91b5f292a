import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { dashboardPath } from '../kit/base-path.ts'
import { Mark } from '../kit/icon.tsx'
import * as strings from './strings.ts'

/** A page for visitors who are not signed in: Herald's name and one form. */
export function AuthCard({ title, sub, children }: { title: string; sub?: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Herald`
  }, [title])
  return (
    <div className="gate">
      <header>
        <a className="wordmark" href={dashboardPath}>
          <Mark />
          {strings.authCard.herald}
        </a>
      </header>
      <main>
        <h1>{title}</h1>
        {sub && <p className="muted">{sub}</p>}
        {children}
      </main>
      <footer className="muted small">{strings.authCard.privacy}</footer>
    </div>
  )
}

/** The token of a link: it is in the fragment of the URL, which no server log contains. */
export function readLinkToken(): string {
  return location.hash.slice(1)
}

/** As `readLinkToken`; also reads another link that is opened in the same tab. */
export function useLinkToken(): string {
  return useSyncExternalStore(watchLink, readLinkToken)
}

function watchLink(watcher: () => void) {
  window.addEventListener('hashchange', watcher)
  return () => window.removeEventListener('hashchange', watcher)
}

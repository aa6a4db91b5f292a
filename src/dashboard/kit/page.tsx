import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { manualPath } from './base-path.ts'
import { ExternalLink } from './external-link.tsx'
import * as strings from './strings.ts'

/** The head of a page: one h1, which is focused on arrival, a subtitle with a link to the manual, actions. */
export function PageHead({
  title,
  sub,
  manual,
  crumb,
  children,
}: {
  title: string
  sub?: ReactNode
  /** The page of the manual that explains this one, such as `visibility`. */
  manual?: string
  /** The parent page. */
  crumb?: { href: string; label: string }
  children?: ReactNode
}) {
  const heading = useArrivalFocus()
  useTitle(title)
  const h1 = (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
  return (
    <div className="head">
      {crumb ? (
        <div className="crumbs">
          <Link href={crumb.href}>{crumb.label}</Link>
          <span className="muted" aria-hidden="true">
            /
          </span>
          {h1}
        </div>
      ) : (
        h1
      )}
      {children && <div className="row end">{children}</div>}
      {(sub || manual) && (
        <p className="sub">
          {sub} {manual && <ExternalLink href={manualPath(manual)}>{strings.page.learnMore}</ExternalLink>}
        </p>
      )}
    </div>
  )
}

/** The name of the current organization, for the browser's tab. */
export const OrganizationName = createContext('')

/** Sets the title of the browser's tab: `Posts · Acme · Herald`. */
export function useTitle(title: string) {
  const name = use(OrganizationName)
  useEffect(() => {
    document.title = `${title} · ${name} · Herald`
  }, [title, name])
}

/**
 * Focuses the heading of a page that was opened. The script of a page may arrive late: a menu that was opened
 * meanwhile keeps the focus, because it closes without it.
 */
export function useArrivalFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!document.querySelector('[role=menu][data-state=open]'))
      heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

/** A section of a page: a heading on a rule. */
export function Section({
  title,
  note,
  action,
  first,
  children,
}: {
  title: string
  note?: ReactNode
  action?: ReactNode
  /** It is directly below the page's head. */
  first?: boolean
  children: ReactNode
}) {
  return (
    <section className={first ? 'section mt-0' : 'section'} aria-label={title}>
      <div className="bar">
        <h2>{title}</h2>
        {note && <span className="muted">{note}</span>}
        {action && <span className="end">{action}</span>}
      </div>
      {children}
    </section>
  )
}

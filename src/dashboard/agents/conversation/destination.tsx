import type { ReactNode } from 'react'

/** A link in untrusted text: it opens in a new tab and shows its host; an unsafe address remains text. */
export function Destination({ href, children }: { href: string; children: ReactNode }) {
  const url = URL.parse(href)
  if (url?.origin === location.origin) return <a href={url.href}>{children}</a>
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return children
  return (
    <>
      <a href={url.href} target="_blank" rel="noreferrer nofollow">
        {children}
      </a>{' '}
      <span className="by small">({url.host})</span>
    </>
  )
}

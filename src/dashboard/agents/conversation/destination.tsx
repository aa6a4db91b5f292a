import type { ReactNode } from 'react'

/** A link of a foreign text: it opens beside the dashboard and shows its host; what leads nowhere safe stays letters. */
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

import { ExternalLink } from '../../kit/external-link.tsx'

/** A page as a link; `(other)` and pages with redacted parts have no address. */
export function PageLink({ page: { host, path } }: { page: { host: string; path: string } }) {
  if (!path.startsWith('/') || path.includes(':redacted')) return path
  return <ExternalLink href={`https://${host}${path}`}>{path}</ExternalLink>
}

/** A page with its host, for a cell of a table. */
export function PageAndHost({ page }: { page: { host: string; path: string } }) {
  return (
    <>
      <PageLink page={page} /> <span className="muted small">{page.host}</span>
    </>
  )
}

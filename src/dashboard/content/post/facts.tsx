import { ExternalLink } from 'lucide-react'
import { Link } from 'wouter'
import { formatName } from '../../data/formats.ts'
import { paths } from '../../data/paths.ts'
import { type Post, usePublicPage } from '../../data/post.ts'
import { PostState } from '../../data/states.tsx'
import { Icon } from '../../kit/icon.tsx'
import { addressOf, hasAddress } from './address.ts'
import * as strings from './strings.ts'

/** Status, type and URL in one line. */
export function Facts({ post }: { post: Post }) {
  const publicPage = usePublicPage()
  const details = `${paths.post(post.id)}?view=details`
  return (
    <p className="about row muted">
      <PostState status={post.status} />
      <span aria-hidden="true">·</span>
      <span>{formatName(post.contentType)}</span>
      {hasAddress(post) && (
        <>
          <span aria-hidden="true">·</span>
          <Link className="mono cut" href={details} aria-label={strings.facts.slug(post.slug)}>
            {post.slug ? `/${post.slug}` : strings.facts.noSlug}
          </Link>
          {publicPage && post.status === 'published' && (
            <a href={addressOf(publicPage, post)} target="_blank" rel="noreferrer">
              {strings.facts.viewPage}
              <Icon of={ExternalLink} />
            </a>
          )}
        </>
      )}
    </p>
  )
}

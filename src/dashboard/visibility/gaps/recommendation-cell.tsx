import { Fragment } from 'react'
import { Link } from 'wouter'
import type { SearchGap } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useSitemaps } from '../../data/sitemaps.ts'
import * as strings from './strings.ts'

type Recommendation = SearchGap['recommendation']
type Target = Recommendation['targets'][number]

const acts: Record<Recommendation['action'], string> = strings.recommendationCell.acts

/** Herald's recommendation for a query, with the related pages and posts, and the reason. */
export function RecommendationCell({
  recommendation: { action, reason, targets },
}: {
  recommendation: Recommendation
}) {
  return (
    <span className="small" title={reason}>
      {acts[action]}
      {targets.map((target, index) => (
        <Fragment key={target.url ?? target.postId}>
          {index === 0 ? ' ' : ', '}
          <TargetLink target={target} />
        </Fragment>
      ))}
      {targets.length === 0 && (
        <>
          <br />
          <span className="muted">{reason}</span> {action === 'create' && <SitemapLink />}
        </>
      )}
    </span>
  )
}

/** Leads to the setting without which pages cannot be found. */
function SitemapLink() {
  const sitemaps = useSitemaps()
  const addressOf = useProjectAddress()
  if (sitemaps.data?.length !== 0) return null
  return <Link href={addressOf(paths.visibilitySettings())}>{strings.recommendationCell.addSitemap}</Link>
}

function TargetLink({ target: { title, url, postId } }: { target: Target }) {
  if (postId !== null)
    return (
      <Link href={paths.post(postId)}>
        {title === null ? strings.recommendationCell.untitledPost : strings.recommendationCell.target(title)}
      </Link>
    )
  return (
    <a href={url ?? undefined} target="_blank" rel="noreferrer">
      {title === null ? url : strings.recommendationCell.target(title)}
    </a>
  )
}

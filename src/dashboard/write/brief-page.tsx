import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { paths } from '../paths.ts'
import { useProjectAddress, useShownProject } from '../projects/address.ts'
import { ProjectPage } from '../projects/project.tsx'
import { BriefMenu } from './brief-menu.tsx'
import { type Brief, isEditable, useBrief } from './queries.ts'

const Written = lazy(() => import('./written.tsx').then((m) => ({ default: m.Written })))
const Review = lazy(() => import('./outline/review.tsx').then((m) => ({ default: m.Review })))

/** One article: its outline while that is reviewed, its run while it is written, and what came of it. */
export function BriefPage() {
  const { briefId = '' } = useParams()
  const { shown } = useShownProject()
  const brief = useBrief(shown?.id, briefId)
  const addressOf = useProjectAddress()
  return (
    <ProjectPage
      title={brief.data?.brief.workingTitle ?? 'Article'}
      crumb={{ href: addressOf(paths.articles()), label: 'Articles' }}
      actions={brief.data && <BriefMenu brief={brief.data} />}
    >
      <Loaded query={brief} rows={8}>
        {(found) => (found ? <Article brief={found} /> : <NoBrief />)}
      </Loaded>
    </ProjectPage>
  )
}

function Article({ brief }: { brief: Brief }) {
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      {isEditable(brief) ? (
        // After a run that failed the outline begins anew, as the server has it.
        <Review key={`${brief.briefId} ${brief.runId}`} brief={brief} />
      ) : (
        <Written brief={brief} />
      )}
    </Suspense>
  )
}

function NoBrief() {
  const addressOf = useProjectAddress()
  return (
    <Empty
      title="Article not found"
      actions={<ButtonLink href={addressOf(paths.articles())}>All articles</ButtonLink>}
    >
      It may have been deleted, or it belongs to another project.
    </Empty>
  )
}

import { useParams } from 'wouter'
import { type Brief, isEditable, useBrief } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress, useShownProject } from '../../data/project-address.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { BriefMenu } from './brief-menu.tsx'
import * as strings from './strings.ts'

const Written = lazyView(() => import('./written.tsx').then((m) => m.Written), <Skeleton rows={8} />)
const Review = lazyView(() => import('./outline/review.tsx').then((m) => m.Review), <Skeleton rows={8} />)

/** One article: its outline during review, its run while it is written, and its outcome. */
export function BriefPage() {
  const { briefId = '' } = useParams()
  const { shown } = useShownProject()
  const brief = useBrief(shown?.id, briefId)
  const addressOf = useProjectAddress()
  return (
    <ProjectPage
      title={brief.data?.brief.workingTitle ?? strings.briefPage.article}
      crumb={{ href: addressOf(paths.articles()), label: strings.briefPage.articles }}
      actions={brief.data && <BriefMenu brief={brief.data} />}
    >
      <Loaded query={brief} rows={8}>
        {(found) => (found ? <Article brief={found} /> : <NoBrief />)}
      </Loaded>
    </ProjectPage>
  )
}

function Article({ brief }: { brief: Brief }) {
  return isEditable(brief) ? (
    // After a failed run the outline starts again with the server's version.
    <Review key={`${brief.briefId} ${brief.runId}`} brief={brief} />
  ) : (
    <Written brief={brief} />
  )
}

function NoBrief() {
  const addressOf = useProjectAddress()
  return (
    <Empty
      title={strings.briefPage.articleNotFound}
      actions={<ButtonLink href={addressOf(paths.articles())}>{strings.briefPage.allArticles}</ButtonLink>}
    >
      {strings.briefPage.notFoundText}
    </Empty>
  )
}

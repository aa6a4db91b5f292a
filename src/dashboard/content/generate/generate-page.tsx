import { useSources } from '../../data/generation.ts'
import { paths } from '../../data/paths.ts'
import { useQueryState } from '../../data/query-state.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Chooser } from './chooser.tsx'
import * as strings from './strings.ts'

const Writing = lazyView(() => import('./writing.tsx').then((m) => m.Writing), <Skeleton rows={8} />)

/** Chooses activity and formats, and then shows the runs, whose URL can be opened again. */
export function GeneratePage() {
  const [job] = useQueryState('job')
  const runIds = job.split(',').filter((id) => id !== '')
  if (runIds.length === 0) return <Choosing />
  return <Writing runIds={runIds} />
}

function Choosing() {
  const sources = useSources()
  return (
    <>
      <PageHead
        title={strings.generatePage.title}
        crumb={{ href: paths.posts(), label: strings.generatePage.posts }}
        manual="posts"
        sub={strings.generatePage.subtitle}
      />
      <Loaded query={sources} rows={8}>
        {(all) => (all.length === 0 ? <NoSource /> : <Chooser all={all} />)}
      </Loaded>
    </>
  )
}

function NoSource() {
  return (
    <Empty
      title={strings.generatePage.noRepositoriesConnected}
      pending={24}
      actions={
        <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
          {strings.generatePage.connectRepository}
        </ButtonLink>
      }
    >
      {strings.generatePage.emptyText}
    </Empty>
  )
}

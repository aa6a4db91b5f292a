import { type Gaps, useGaps } from '../../data/gaps.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useQueryState } from '../../data/query-state.ts'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { ScanState } from '../scans/progress.tsx'
import { RunScan } from '../scans/run-scan.tsx'
import * as strings from './strings.ts'

const PromptGaps = lazyView(
  () => import('./prompt-gaps.tsx').then((m) => m.PromptGaps),
  <Skeleton rows={8} />,
)

const SearchGaps = lazyView(
  () => import('./search-gaps.tsx').then((m) => m.SearchGaps),
  <Skeleton rows={8} />,
)

const WriteGap = lazyView(() => import('./write-gap.tsx').then((m) => m.WriteGap))

/** Prompts and searches where competitors are named and the brand is not, the best opportunity first. */
export function GapsPage() {
  const [type] = useQueryState('type')
  return (
    <ProjectPage
      title={strings.gapsPage.gaps}
      manual="visibility#how-to-read-the-numbers"
      sub={type === 'search' ? strings.gapsPage.searchSubtitle : strings.gapsPage.subtitle}
      actions={<RunScan look="plain" />}
    >
      <Views />
    </ProjectPage>
  )
}

function Views() {
  const [language] = useQueryState('language')
  const gaps = useGaps(language)
  const [type] = useQueryState('type')
  return (
    <>
      <Kinds gaps={gaps.data} current={type} />
      <ScanState />
      <Loaded query={gaps} rows={8}>
        {(data) => (
          <>
            {type === 'search' ? <SearchGaps gaps={data} /> : <PromptGaps gaps={data} />}
            <WriteGap gaps={data} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Kinds({ gaps, current }: { gaps: Gaps | undefined; current: string }) {
  const addressOf = useProjectAddress()
  const prompts = {
    href: addressOf(paths.gaps()),
    label: strings.gapsPage.prompts,
    count: gaps?.promptGaps.length,
  }
  const search = {
    href: addressOf(paths.searchGaps()),
    label: strings.gapsPage.search,
    count: gaps?.searchGaps.length,
  }
  return (
    <Tabs
      label={strings.gapsPage.gapTypes}
      tabs={[prompts, search]}
      current={current === 'search' ? search.href : prompts.href}
    />
  )
}

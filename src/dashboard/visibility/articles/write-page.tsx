import { type BriefItem, useBriefs, usePlanned } from '../../data/briefs.ts'
import { paths } from '../../data/paths.ts'
import { useProjectAddress } from '../../data/project-address.ts'
import { useAsked, usePage, useQueryState } from '../../data/query-state.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { FilterSelect, FilterText } from '../../kit/field.tsx'
import { lazyView } from '../../kit/lazy-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Status } from '../../kit/status.tsx'
import { ProjectPage } from '../projects/project-page.tsx'
import { BriefTable } from './brief-table.tsx'
import { LazyWriteDialog } from './lazy-write-dialog.ts'
import { stateChoices } from './state.tsx'
import * as strings from './strings.ts'

const RejectedPlans = lazyView(() => import('./rejected-plans.tsx').then((m) => m.RejectedPlans))

/** Planned, running and finished articles. */
export function WritePage() {
  return (
    <ProjectPage
      title={strings.writePage.title}
      manual="articles"
      sub={strings.writePage.subtitle}
      actions={<NewArticle />}
    >
      <Articles />
    </ProjectPage>
  )
}

function NewArticle() {
  const [asked, ask] = useAsked('new')
  const briefs = useBriefs()
  useShortcuts({ n: () => ask(true) })
  return (
    <>
      {briefs.data && briefs.data.length > 0 && (
        <Button look="primary" shortcut="N" onClick={() => ask(true)}>
          {strings.writePage.newArticle}
        </Button>
      )}
      {asked && <LazyWriteDialog onClose={() => ask(false)} />}
    </>
  )
}

function Articles() {
  const briefs = useBriefs()
  return (
    <>
      <Planned />
      <Loaded query={briefs}>{(all) => (all.length > 0 ? <List briefs={all} /> : <None />)}</Loaded>
      <RejectedPlans />
    </>
  )
}

/** The plans that run in this browser, which have no brief yet. */
function Planned() {
  const topics = usePlanned()
  if (topics.length === 0) return null
  return (
    <div className="progress" role="status">
      {topics.map((topic) => (
        <Status key={topic} state="busy">
          {strings.writePage.planning(topic)}
        </Status>
      ))}
    </div>
  )
}

const perPage = 50

function List({ briefs }: { briefs: BriefItem[] }) {
  const [text, setText] = useQueryState('text')
  const [state, setState] = useQueryState('state')
  const [page, setPage] = usePage()
  const shown = briefs.filter((brief) => isLike(brief, text) && (state === '' || brief.status === state))
  const pages = Math.max(1, Math.ceil(shown.length / perPage))
  const current = Math.min(page, pages)
  function clear() {
    setText('')
    setState('')
  }
  return (
    <>
      <div className="row pb-2">
        <FilterText label={strings.writePage.filterByText} value={text} onChange={setText} />
        <FilterSelect
          label={strings.writePage.state}
          value={state}
          choices={stateChoices}
          onChange={setState}
        />
        <span className="muted small end">{strings.writePage.newestFirst(shown.length)}</span>
      </div>
      {shown.length > 0 ? (
        <BriefTable briefs={shown.slice((current - 1) * perPage, current * perPage)} />
      ) : (
        <Empty
          title={strings.writePage.noMatches}
          actions={<Button onClick={clear}>{strings.writePage.clearFilters}</Button>}
        />
      )}
      <Pager
        noun={strings.writePage.articlesNoun}
        onPage={setPage}
        pagination={{
          currentPage: current,
          nextPage: current < pages ? current + 1 : null,
          previousPage: current > 1 ? current - 1 : null,
          totalPages: pages,
          totalItems: shown.length,
        }}
      />
    </>
  )
}

function isLike({ topic, workingTitle }: BriefItem, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [topic, workingTitle].some((each) => each.toLowerCase().includes(wanted))
}

function None() {
  const addressOf = useProjectAddress()
  const [, ask] = useAsked('new')
  return (
    <Empty
      title={strings.writePage.noArticlesYet}
      pending={12}
      actions={
        <>
          <Button look="primary" onClick={() => ask(true)}>
            {strings.writePage.newArticle}
          </Button>
          <ButtonLink href={addressOf(paths.gaps())}>{strings.writePage.viewGaps}</ButtonLink>
        </>
      }
    >
      {strings.writePage.emptyText}
    </Empty>
  )
}

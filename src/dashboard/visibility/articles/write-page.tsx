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

const RejectedPlans = lazyView(() => import('./rejected-plans.tsx').then((m) => m.RejectedPlans))

/** Planned, running and finished articles. */
export function WritePage() {
  return (
    <ProjectPage
      title="Articles"
      manual="articles"
      sub="Articles planned from AI answers and approved by you."
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
          New article
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
          {`Planning “${topic}”`}
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
        <FilterText label="Filter by text" value={text} onChange={setText} />
        <FilterSelect label="State" value={state} choices={stateChoices} onChange={setState} />
        <span className="muted small end">
          {shown.length} {shown.length === 1 ? 'article' : 'articles'}, newest first
        </span>
      </div>
      {shown.length > 0 ? (
        <BriefTable briefs={shown.slice((current - 1) * perPage, current * perPage)} />
      ) : (
        <Empty
          title="No articles match these filters"
          actions={<Button onClick={clear}>Clear filters</Button>}
        />
      )}
      <Pager
        noun="articles"
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
      title="No articles yet"
      pending={12}
      actions={
        <>
          <Button look="primary" onClick={() => ask(true)}>
            New article
          </Button>
          <ButtonLink href={addressOf(paths.gaps())}>View gaps</ButtonLink>
        </>
      }
    >
      Herald plans an article for a prompt where engines do not name you, and writes it after you approve the
      outline.
    </Empty>
  )
}

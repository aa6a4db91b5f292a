import { type Competitor, useCompetitors } from '../../data/competitors.ts'
import { useAsked, useQueryState } from '../../data/query-state.ts'
import { useShare } from '../../data/visibility.ts'
import { windowOf } from '../../data/window/window.ts'
import { Button } from '../../kit/button.tsx'
import { percent } from '../../kit/charts/words.ts'
import { Empty } from '../../kit/empty.tsx'
import { FilterText } from '../../kit/field.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { ProjectPage } from '../projects/project-page.tsx'
import { CompetitorCsv } from './competitor-csv.tsx'
import { CompetitorDialog } from './competitor-dialog.tsx'
import { CompetitorTable } from './competitor-table.tsx'
import { ImportCompetitors } from './import-competitors.tsx'
import * as strings from './strings.ts'
import { SuggestDialog } from './suggest-dialog.tsx'

/** The tracked competitors. */
export function CompetitorsPage() {
  return (
    <ProjectPage
      title={strings.competitorsPage.competitors}
      sub={strings.competitorsPage.subtitle}
      actions={<Actions />}
    >
      <Competitors />
    </ProjectPage>
  )
}

function Actions() {
  const [, add] = useAsked('new')
  const [, suggest] = useAsked('suggest')
  const [, load] = useAsked('import')
  const competitors = useCompetitors()
  useShortcuts({ c: () => add(true) })
  if (!competitors.data?.length) return null
  return (
    <>
      <Button onClick={() => load(true)}>{strings.competitorsPage.importCsv}</Button>
      <Button onClick={() => suggest(true)}>{strings.competitorsPage.suggest}</Button>
      <Button look="primary" shortcut="C" onClick={() => add(true)}>
        {strings.competitorsPage.addCompetitor}
      </Button>
    </>
  )
}

function Competitors() {
  const competitors = useCompetitors()
  const [asked, add] = useAsked('new')
  const [isSuggesting, suggest] = useAsked('suggest')
  const [isImporting, load] = useAsked('import')
  const [edited, edit] = useQueryState('edit')
  const chosen = competitors.data?.find(({ id }) => id === edited)
  return (
    <>
      <Loaded query={competitors} rows={4}>
        {(all) =>
          all.length > 0 ? (
            <Tracked competitors={all} />
          ) : (
            <None onAdd={() => add(true)} onSuggest={() => suggest(true)} />
          )
        }
      </Loaded>
      {asked && <CompetitorDialog onClose={() => add(false)} />}
      {chosen && <CompetitorDialog key={chosen.id} competitor={chosen} onClose={() => edit('')} />}
      {isImporting && <ImportCompetitors onClose={() => load(false)} />}
      {isSuggesting && <SuggestDialog known={competitors.data ?? []} onClose={() => suggest(false)} />}
    </>
  )
}

function Tracked({ competitors }: { competitors: Competitor[] }) {
  const [text, setText] = useQueryState('text')
  const own = useShare(windowOf('30', new Date())).data?.own
  const shown = competitors.filter((each) => isLike(each, text))
  return (
    <>
      <div className="row pb-2">
        <FilterText label={strings.competitorsPage.filterByText} value={text} onChange={setText} />
        <span className="muted small end">
          {own?.share != null && `${strings.competitorsPage.yours(percent(own.share))} · `}
          {strings.competitorsPage.tracked(shown.length)}
        </span>
        <CompetitorCsv competitors={shown} />
      </div>
      {shown.length > 0 ? (
        <CompetitorTable competitors={shown} />
      ) : (
        <Empty
          title={strings.competitorsPage.noMatches}
          actions={<Button onClick={() => setText('')}>{strings.competitorsPage.clearFilter}</Button>}
        />
      )}
    </>
  )
}

function isLike({ name, domain, synonyms }: Competitor, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [name, domain ?? '', ...synonyms].some((each) => each.toLowerCase().includes(wanted))
}

function None({ onAdd, onSuggest }: { onAdd: () => void; onSuggest: () => void }) {
  return (
    <Empty
      title={strings.competitorsPage.noCompetitorsYet}
      pending={12}
      actions={
        <>
          <Button look="primary" onClick={onAdd}>
            {strings.competitorsPage.addCompetitor}
          </Button>
          <Button onClick={onSuggest}>{strings.competitorsPage.suggestCompetitors}</Button>
        </>
      }
    >
      {strings.competitorsPage.emptyText}
    </Empty>
  )
}

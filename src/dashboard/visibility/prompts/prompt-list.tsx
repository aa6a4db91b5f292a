import { intentOf } from '../../../features/geo/prompts/intent.ts'
import { usePaged } from '../../data/paged.ts'
import { type Presence, type Prompt, usePresence, usePrompts } from '../../data/prompts.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { CsvButton } from '../../kit/csv.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Pager } from '../../kit/pager.tsx'
import { useSelection } from '../../kit/selection.ts'
import { Skeleton } from '../../kit/skeleton.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { FilterBar } from './filter-bar.tsx'
import { filterPrompts, useFilters } from './filters.ts'
import { intentName } from './intent.ts'
import { PromptTable } from './prompt-table.tsx'
import { storedId } from './stored-id.ts'
import * as strings from './strings.ts'

/** Every prompt, with its latest answers. */
export function PromptList() {
  const prompts = usePrompts()
  const presence = usePresence()
  return (
    <Loaded query={prompts}>
      {(all) => {
        if (all.length === 0) return <NoPrompts />
        // Rows that grow when the latest answers arrive would move all that follows.
        return presence.isPending ? <Skeleton rows={8} /> : <List prompts={all} presence={presence} />
      }}
    </Loaded>
  )
}

function List({ prompts, presence }: { prompts: Prompt[]; presence: ReturnType<typeof usePresence> }) {
  const filters = useFilters()
  const found = filterPrompts(prompts, filters.values)
  const { shown, pagination, onPage } = usePaged(found)
  // Suggested prompts cannot be tagged, and are removed one by one.
  const selection = useSelection(found.filter(({ source }) => source === 'custom'))
  const presences = new Map(presence.data?.map((each) => [each.promptId, each]))
  const presenceOf = (prompt: Prompt) => presences.get(storedId(prompt))
  return (
    <>
      {selection.selected.length > 0 ? (
        <BulkBar selection={selection} />
      ) : (
        <FilterBar filters={filters} prompts={prompts} shown={found.length} />
      )}
      {presence.isError && <Failure error={presence.error} retry={() => presence.refetch()} />}
      {shown.length === 0 ? (
        <Empty
          title={strings.promptList.noMatches}
          actions={<Button onClick={filters.clear}>{strings.promptList.clearFilters}</Button>}
        />
      ) : (
        <>
          <PromptTable prompts={shown} selection={selection} presenceOf={presence.data ? presenceOf : null} />
          <Pager pagination={pagination} noun={strings.promptList.prompts} onPage={onPage} />
          <div className="row pt-3">
            <span className="end">
              <CsvButton
                what={strings.promptList.prompts}
                head={head}
                rows={() => found.map((each) => toRow(each, presenceOf(each)))}
              />
            </span>
          </div>
        </>
      )}
    </>
  )
}

const head = [
  strings.promptList.prompt,
  strings.promptList.intent,
  strings.promptList.tags,
  strings.promptList.source,
  strings.promptList.inScans,
  strings.promptList.enginesThatNameYou,
  strings.promptList.engines,
]

function toRow(prompt: Prompt, presence: Presence | undefined) {
  return [
    prompt.prompt,
    intentName(intentOf(prompt.prompt)),
    prompt.tags.join(', '),
    prompt.source === 'custom' ? strings.promptList.added : strings.promptList.automatic,
    prompt.enabled ? 'yes' : 'no',
    presence?.mentioned ?? null,
    presence?.engines ?? null,
  ]
}

function NoPrompts() {
  const [, ask] = useAsked('new')
  const [, openImport] = useAsked('import')
  return (
    <Empty
      title={strings.promptList.noPromptsYet}
      pending={12}
      actions={
        <>
          <Button look="primary" onClick={() => ask(true)}>
            {strings.promptList.addPrompt}
          </Button>
          <Button onClick={() => openImport(true)}>{strings.promptList.importCsv}</Button>
        </>
      }
    >
      {strings.promptList.emptyText}
    </Empty>
  )
}

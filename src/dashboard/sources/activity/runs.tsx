import { useSearchParams } from 'wouter'
import { paths } from '../../data/paths.ts'
import { usePage, useQueryState } from '../../data/query-state.ts'
import { useConnected } from '../../data/repositories.ts'
import { useRuns } from '../../data/run-list.ts'
import { useRun } from '../../data/runs.ts'
import { runStates } from '../../data/states.tsx'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Pager } from '../../kit/pager.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { RepositoryFilter } from '../repositories/repository-filter.tsx'
import { RunTable } from './run-table.tsx'
import * as strings from './strings.ts'

const choices = [
  { value: 'all', label: strings.runs.all, status: '' },
  { value: 'open', label: runStates.running.label, status: 'queued,running' },
  { value: 'written', label: runStates.completed.label, status: 'completed' },
  { value: 'failed', label: runStates.failed.label, status: 'failed' },
  { value: 'skipped', label: runStates.skipped.label, status: 'skipped' },
] as const

/** Every attempt to write a post: its origin, its state or result, and the next step. */
export function Runs() {
  const [state, setState] = useQueryState('state', 'all')
  const [repositoryId, setRepositoryId] = useQueryState('repository')
  const [page, setPage] = usePage()
  const [opened, setOpened] = useQueryState('open')
  const [, setAll] = useSearchParams()
  const repositories = useConnected().data?.repositories ?? []
  const choice = choices.find(({ value }) => value === state) ?? choices[0]
  const found = useRuns({
    ...(choice.status ? { status: choice.status } : {}),
    ...(repositoryId ? { integrationId: repositoryId } : {}),
    ...(page > 1 ? { page } : {}),
  })
  const asked = useRun(opened)
  const showAll = () => setAll(new URLSearchParams(), { replace: true })
  const isFiltered = choice.status !== '' || repositoryId !== ''
  return (
    <Loaded query={found} rows={8}>
      {({ runs, pagination }) => {
        if (pagination.totalItems === 0 && !isFiltered) return <NoRuns />
        // A linked run is shown even if it is on another page of the list.
        const isAsked = asked.data?.run.id === opened && !runs.some(({ id }) => id === opened)
        const shown = isAsked && asked.data ? [asked.data.run, ...runs] : runs
        return (
          <>
            <div className="row pt-4 pb-2">
              <Segments
                label={strings.runs.state}
                choices={choices}
                value={choice.value}
                onChange={setState}
              />
              <RepositoryFilter repositories={repositories} value={repositoryId} onChange={setRepositoryId} />
            </div>
            {shown.length === 0 ? (
              <Empty
                title={strings.runs.noRunsMatchThisFilter}
                actions={<Button onClick={showAll}>{strings.runs.showAll}</Button>}
              />
            ) : (
              <RunTable runs={shown} opened={opened} onOpen={setOpened} />
            )}
            <Pager pagination={pagination} noun={strings.runs.runs} onPage={setPage} />
          </>
        )
      }}
    </Loaded>
  )
}

function NoRuns() {
  return (
    <Empty
      title={strings.runs.noRunsInLastSeven}
      pending={24}
      actions={
        <ButtonLink look="primary" href={paths.newPost()}>
          {strings.runs.generatePost}
        </ButtonLink>
      }
    >
      {strings.runs.emptyText}
    </Empty>
  )
}

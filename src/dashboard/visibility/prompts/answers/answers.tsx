import { useAnswers } from '../../../data/answers.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { useTracking } from '../../../data/project-data.ts'
import { usePrompts } from '../../../data/prompts.ts'
import { usePage, useQueryState } from '../../../data/query-state.ts'
import { ButtonLink } from '../../../kit/button.tsx'
import { Empty } from '../../../kit/empty.tsx'
import { FilterSelect } from '../../../kit/field.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Pager } from '../../../kit/pager.tsx'
import { useEngineNames } from '../../overview/engines.ts'
import { storedId } from '../stored-id.ts'
import { AnswerCsv } from './answer-csv.tsx'
import { AnswerTable } from './answer-table.tsx'

/** The latest answer of each engine to each prompt. */
export function Answers() {
  const [page, setPage] = usePage()
  const [engine, setEngine] = useQueryState('engine')
  const [promptId, setPrompt] = useQueryState('prompt')
  const answers = useAnswers({ page, engine, promptId })
  const addressOf = useProjectAddress()
  const areSet = engine !== '' || promptId !== ''
  return (
    <Loaded query={answers}>
      {({ results, pagination }) =>
        results.length === 0 && !areSet ? (
          <Empty
            title="No answers yet"
            actions={
              <ButtonLink look="primary" href={addressOf(paths.visibility())}>
                Open Visibility
              </ButtonLink>
            }
          >
            Run a scan under Visibility to collect answers.
          </Empty>
        ) : (
          <>
            <Filters {...{ engine, setEngine, promptId, setPrompt }} total={pagination.totalItems} />
            {results.length === 0 ? (
              <p className="muted pt-4">No answers match these filters.</p>
            ) : (
              <AnswerTable answers={results} />
            )}
            <Pager pagination={pagination} noun="answers" onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

function Filters({
  engine,
  setEngine,
  promptId,
  setPrompt,
  total,
}: {
  engine: string
  setEngine: (engine: string) => void
  promptId: string
  setPrompt: (promptId: string) => void
  total: number
}) {
  const prompts = usePrompts().data ?? []
  const engines = useTracking().data?.settings?.engines ?? []
  const nameOf = useEngineNames()
  const named = [...new Set([...engines, engine].filter(Boolean))]
  return (
    <div className="row pt-4 pb-2">
      <FilterSelect
        label="Engine"
        value={engine}
        choices={[
          { value: '', label: 'All engines' },
          ...named.map((id) => ({ value: id, label: nameOf(id) })),
        ]}
        onChange={setEngine}
      />
      <FilterSelect
        label="Prompt"
        value={promptId}
        choices={[
          { value: '', label: 'All prompts' },
          ...prompts.map((each) => ({ value: storedId(each), label: each.prompt })),
        ]}
        onChange={setPrompt}
      />
      <span className="muted small end">
        {total} {total === 1 ? 'answer' : 'answers'}, latest per engine
      </span>
      <AnswerCsv engine={engine} promptId={promptId} />
    </div>
  )
}

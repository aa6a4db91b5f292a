import { useAnswers } from '../../../data/answers.ts'
import { paths } from '../../../data/paths.ts'
import { useProjectAddress } from '../../../data/project-address.ts'
import { useProjectSettings } from '../../../data/project-data.ts'
import { usePrompts } from '../../../data/prompts.ts'
import { usePage, useQueryState } from '../../../data/query-state.ts'
import { ButtonLink } from '../../../kit/button.tsx'
import { Empty } from '../../../kit/empty.tsx'
import { FilterSelect } from '../../../kit/field.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Pager } from '../../../kit/pager.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import { storedId } from '../stored-id.ts'
import { AnswerCsv } from './answer-csv.tsx'
import { AnswerTable } from './answer-table.tsx'
import * as strings from './strings.ts'

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
            title={strings.answers.noAnswersYet}
            actions={
              <ButtonLink look="primary" href={addressOf(paths.visibility())}>
                {strings.answers.openVisibility}
              </ButtonLink>
            }
          >
            {strings.answers.noAnswersText}
          </Empty>
        ) : (
          <>
            <Filters {...{ engine, setEngine, promptId, setPrompt }} total={pagination.totalItems} />
            {results.length === 0 ? (
              <p className="muted pt-4">{strings.answers.noMatches}</p>
            ) : (
              <AnswerTable answers={results} />
            )}
            <Pager pagination={pagination} noun={strings.answers.answers} onPage={setPage} />
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
  const engines = useProjectSettings().data?.settings?.engines ?? []
  const nameOf = useEngineNames()
  const named = [...new Set([...engines, engine].filter(Boolean))]
  return (
    <div className="row pt-4 pb-2">
      <FilterSelect
        label={strings.answers.engine}
        value={engine}
        choices={[
          { value: '', label: strings.answers.allEngines },
          ...named.map((id) => ({ value: id, label: nameOf(id) })),
        ]}
        onChange={setEngine}
      />
      <FilterSelect
        label={strings.answers.prompt}
        value={promptId}
        choices={[
          { value: '', label: strings.answers.allPrompts },
          ...prompts.map((each) => ({ value: storedId(each), label: each.prompt })),
        ]}
        onChange={setPrompt}
      />
      <span className="muted small end">{strings.answers.latestPerEngine(total)}</span>
      <AnswerCsv engine={engine} promptId={promptId} />
    </div>
  )
}

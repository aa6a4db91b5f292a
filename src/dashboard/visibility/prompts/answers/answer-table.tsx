import { useState } from 'react'
import type { Answer } from '../../../data/answers.ts'
import { type Column, DataTable } from '../../../kit/data-table.tsx'
import { Time } from '../../../kit/time.tsx'
import { useEngineNames } from '../../projects/engines.ts'
import { AnswerDetail } from './answer-detail.tsx'
import { AnswerOutcome } from './answer-outcome.tsx'
import * as strings from './strings.ts'

/** Answers, each of which expands below its row. */
export function AnswerTable({ answers, isOfOne }: { answers: Answer[]; isOfOne?: boolean }) {
  const [opened, setOpened] = useState<string | null>(null)
  const nameOf = useEngineNames()
  const toggle = (id: string) => setOpened(opened === id ? null : id)
  const opener = ({ id }: Answer, text: string) => (
    <button
      type="button"
      className="what"
      data-row=""
      aria-expanded={opened === id}
      onClick={() => toggle(id)}
    >
      {text}
    </button>
  )
  const prompt: Column<Answer> = {
    head: strings.answerTable.promptColumn,
    narrow: 'full',
    cell: (answer) => opener(answer, answer.prompt),
  }
  const columns: Column<Answer>[] = [
    ...(isOfOne ? [] : [prompt]),
    {
      head: strings.answerTable.engineColumn,
      narrow: 'first',
      muted: !isOfOne,
      cell: (answer) =>
        isOfOne ? (
          opener(answer, nameOf(answer.engine))
        ) : (
          <span className="md:whitespace-nowrap">{nameOf(answer.engine)}</span>
        ),
    },
    {
      head: strings.answerTable.outcomeColumn,
      narrow: 'second',
      cell: (answer) => <AnswerOutcome {...answer} />,
    },
    {
      head: strings.answerTable.positionColumn,
      number: true,
      narrow: 'drop',
      cell: ({ position }) => position,
    },
    {
      head: strings.answerTable.alsoNamedColumn,
      muted: true,
      narrow: 'full',
      cell: ({ competitors }) => <Names names={competitors} />,
    },
    {
      head: strings.answerTable.answeredColumn,
      number: true,
      muted: true,
      narrow: 'drop',
      cell: ({ lastCheckedAt }) => <Time at={lastCheckedAt} />,
    },
  ]
  return (
    <DataTable
      caption={strings.answerTable.caption}
      columns={columns}
      rows={answers}
      keyOf={({ id }) => id}
      onRow={({ id }) => toggle(id)}
      below={({ id }) => opened === id && <AnswerDetail checkId={id} />}
    />
  )
}

/** The first names, and the number of others. */
function Names({ names }: { names: string[] }) {
  const few = names.slice(0, 3).join(', ')
  return names.length > 3 ? strings.answerTable.andMore(few, names.length - 3) : few
}

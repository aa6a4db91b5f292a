import { type Suggestion, useDecide } from '../../../data/suggestions.ts'
import { Button } from '../../../kit/button.tsx'
import { DataTable } from '../../../kit/data-table.tsx'
import { inDigits } from '../../../kit/number.ts'
import { toast } from '../../../kit/toast.tsx'
import * as strings from './strings.ts'

export function SuggestionTable({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <DataTable
      caption={strings.suggestionTable.caption}
      rows={suggestions}
      keyOf={({ id }) => id}
      columns={[
        {
          head: strings.suggestionTable.promptColumn,
          narrow: 'full',
          cell: ({ prompt, title }) => (
            <span className="grid gap-0.5">
              <span>{prompt}</span>
              {title && <span className="muted small">{title}</span>}
            </span>
          ),
        },
        {
          head: strings.suggestionTable.searchQueriesColumn,
          narrow: 'full',
          muted: true,
          cell: ({ prompt, keywords }) => keywords.filter((each) => each !== prompt).join(', '),
        },
        {
          head: strings.suggestionTable.impressionsColumn,
          number: true,
          label: strings.suggestionTable.impressionsColumn,
          cell: ({ impressions }) => inDigits(impressions),
        },
        {
          head: strings.suggestionTable.clicksColumn,
          number: true,
          label: strings.suggestionTable.clicksColumn,
          cell: ({ clicks }) => inDigits(clicks),
        },
        {
          head: strings.suggestionTable.bestPositionColumn,
          number: true,
          label: strings.suggestionTable.bestPositionColumn,
          cell: ({ position }) => position,
        },
        {
          head: strings.suggestionTable.actionsColumn,
          hideHead: true,
          number: true,
          narrow: 'full',
          cell: (suggestion) => <Decision suggestion={suggestion} />,
        },
      ]}
    />
  )
}

function Decision({ suggestion: { id, prompt } }: { suggestion: Suggestion }) {
  const decide = useDecide()
  const act = (verdict: 'accept' | 'dismiss', said: string) =>
    decide.mutate(
      { id, verdict },
      {
        onSuccess: () => toast(said),
        onError: (error) => toast(error.message, { seconds: 8 }),
      },
    )
  const busy = decide.isPending ? decide.variables.verdict : null
  return (
    <span className="row justify-end max-md:justify-start">
      <Button
        slim
        busy={busy === 'accept' && strings.suggestionTable.adding}
        onClick={() => act('accept', strings.suggestionTable.added)}
      >
        {strings.suggestionTable.track(<span className="sr">: {prompt}</span>)}
      </Button>
      <Button
        slim
        look="quiet"
        disabled={busy !== null}
        onClick={() => act('dismiss', strings.suggestionTable.dismissed)}
      >
        {strings.suggestionTable.dismiss(<span className="sr">: {prompt}</span>)}
      </Button>
    </span>
  )
}

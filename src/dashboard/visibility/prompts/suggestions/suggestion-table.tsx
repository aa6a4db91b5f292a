import { type Suggestion, useDecide } from '../../../data/suggestions.ts'
import { Button } from '../../../kit/button.tsx'
import { DataTable } from '../../../kit/data-table.tsx'
import { toast } from '../../../kit/toast.tsx'

const number = new Intl.NumberFormat()

export function SuggestionTable({ suggestions }: { suggestions: Suggestion[] }) {
  return (
    <DataTable
      caption="Suggestions"
      rows={suggestions}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Prompt',
          narrow: 'full',
          cell: ({ prompt, title }) => (
            <span className="grid gap-0.5">
              <span>{prompt}</span>
              {title && <span className="muted small">{title}</span>}
            </span>
          ),
        },
        {
          head: 'Search queries',
          narrow: 'full',
          muted: true,
          cell: ({ keywords }) => keywords.join(', '),
        },
        {
          head: 'Impressions',
          number: true,
          label: 'Impressions',
          cell: ({ impressions }) => number.format(impressions),
        },
        { head: 'Clicks', number: true, label: 'Clicks', cell: ({ clicks }) => number.format(clicks) },
        { head: 'Best position', number: true, label: 'Best position', cell: ({ position }) => position },
        {
          head: 'Actions',
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
        busy={busy === 'accept' && 'Adding'}
        onClick={() => act('accept', 'Prompt added. The next scan includes it.')}
      >
        Track<span className="sr">: {prompt}</span>
      </Button>
      <Button
        slim
        look="quiet"
        disabled={busy !== null}
        onClick={() => act('dismiss', 'Dismissed. It will not be suggested again.')}
      >
        Dismiss<span className="sr">: {prompt}</span>
      </Button>
    </span>
  )
}

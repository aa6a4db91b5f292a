import { useAsked } from '../../../data/query-state.ts'
import { type Suggestion, useSuggestions, useTrackAll } from '../../../data/suggestions.ts'
import { Button } from '../../../kit/button.tsx'
import { CsvButton } from '../../../kit/csv.tsx'
import { Empty } from '../../../kit/empty.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Failure } from '../../../kit/notice.tsx'
import { toast } from '../../../kit/toast.tsx'
import { ImportSuggestions } from './import-suggestions.tsx'
import { SuggestionTable } from './suggestion-table.tsx'

/** Search queries that may become prompts. */
export function Suggestions() {
  const suggestions = useSuggestions()
  const [importing, openImport] = useAsked('import-queries')
  return (
    <Loaded query={suggestions}>
      {({ suggestions: all, importedAt }) => (
        <>
          {all.length === 0 ? (
            <NoSuggestions importedAt={importedAt} onImport={() => openImport(true)} />
          ) : (
            <>
              <Bar suggestions={all} onImport={() => openImport(true)} />
              <SuggestionTable suggestions={all} />
            </>
          )}
          {importing && <ImportSuggestions onClose={() => openImport(false)} />}
        </>
      )}
    </Loaded>
  )
}

function Bar({ suggestions, onImport }: { suggestions: Suggestion[]; onImport: () => void }) {
  const all = useTrackAll()
  const count = suggestions.length
  return (
    <div className="row pt-4 pb-2">
      <Button
        busy={all.isPending && 'Adding'}
        onClick={() =>
          all.mutate(undefined, {
            onSuccess: ({ promptIds: { length } }) =>
              toast(
                `${length} ${length === 1 ? 'prompt' : 'prompts'} added. The next scan includes ${length === 1 ? 'it' : 'them'}.`,
              ),
          })
        }
      >
        Track all
      </Button>
      <Button look="quiet" onClick={onImport}>
        Import search queries
      </Button>
      <span className="row end">
        <span className="muted small">
          {count} {count === 1 ? 'suggestion' : 'suggestions'}, newest first
        </span>
        <CsvButton
          what="suggestions"
          head={['Prompt', 'Search queries', 'Impressions', 'Clicks', 'Best position']}
          rows={() =>
            suggestions.map(({ prompt, keywords, impressions, clicks, position }) => [
              prompt,
              keywords.join(', '),
              impressions,
              clicks,
              position,
            ])
          }
        />
      </span>
      {all.isError && <Failure error={all.error} />}
    </div>
  )
}

function NoSuggestions({ importedAt, onImport }: { importedAt: string | null; onImport: () => void }) {
  return (
    <Empty
      title={importedAt ? 'No suggestions left' : 'No suggestions yet'}
      pending={12}
      actions={
        <Button look="primary" onClick={onImport}>
          Import search queries
        </Button>
      }
    >
      Export your queries from your search console as CSV. Herald suggests prompts from them.
    </Empty>
  )
}

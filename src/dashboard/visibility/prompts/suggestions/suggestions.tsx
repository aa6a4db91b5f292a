import { useAsked } from '../../../data/query-state.ts'
import { type SearchConsole as State, useSearchConsole } from '../../../data/search-console.ts'
import { useMay } from '../../../data/session.tsx'
import { type Suggestion, useSuggestions, useTrackAll } from '../../../data/suggestions.ts'
import { manualPath } from '../../../kit/base-path.ts'
import { Button } from '../../../kit/button.tsx'
import { CsvButton } from '../../../kit/csv.tsx'
import { Empty } from '../../../kit/empty.tsx'
import { ExternalLink } from '../../../kit/external-link.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Failure } from '../../../kit/notice.tsx'
import { toast } from '../../../kit/toast.tsx'
import { ImportSuggestions } from './import-suggestions.tsx'
import { Connect, SearchConsole } from './search-console.tsx'
import * as strings from './strings.ts'
import { SuggestionTable } from './suggestion-table.tsx'

/** Search queries that may become prompts. */
export function Suggestions() {
  const suggestions = useSuggestions()
  const searchConsole = useSearchConsole()
  const [importing, openImport] = useAsked('import-queries')
  return (
    <Loaded query={searchConsole}>
      {(state) => (
        <>
          <SearchConsole console={state} />
          <Loaded query={suggestions}>
            {({ suggestions: all, importedAt }) =>
              all.length === 0 ? (
                <NoSuggestions
                  importedAt={importedAt}
                  isConnectable={state.state === 'not_connected'}
                  isConnected={isConnected(state)}
                  onImport={() => openImport(true)}
                />
              ) : (
                <>
                  <Bar
                    suggestions={all}
                    isConnectable={state.state === 'not_connected'}
                    onImport={() => openImport(true)}
                  />
                  <SuggestionTable suggestions={all} />
                </>
              )
            }
          </Loaded>
          {importing && <ImportSuggestions onClose={() => openImport(false)} />}
        </>
      )}
    </Loaded>
  )
}

const isConnected = ({ state }: State) => state === 'no_property' || state === 'active'

type ImportOffer = { isConnectable: boolean; onImport: () => void }

function Bar({ suggestions, isConnectable, onImport }: ImportOffer & { suggestions: Suggestion[] }) {
  const all = useTrackAll()
  const mayConnect = useMay('admin')
  const count = suggestions.length
  return (
    <div className="row pt-4 pb-2">
      <Button
        busy={all.isPending && strings.suggestions.adding}
        onClick={() =>
          all.mutate(undefined, {
            onSuccess: ({ promptIds: { length } }) => toast(strings.suggestions.added(length)),
          })
        }
      >
        {strings.suggestions.trackAll}
      </Button>
      {isConnectable && mayConnect && <Connect />}
      <Button look="quiet" onClick={onImport}>
        {strings.texts.importQueries}
      </Button>
      <span className="row end">
        <span className="muted small">{strings.suggestions.newestFirst(count)}</span>
        <CsvButton
          what={strings.suggestions.suggestions}
          head={strings.suggestions.csvColumns}
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

function NoSuggestions({
  importedAt,
  isConnectable,
  isConnected,
  onImport,
}: ImportOffer & { importedAt: string | null; isConnected: boolean }) {
  const mayConnect = useMay('admin')
  const offersConnection = isConnectable && mayConnect
  return (
    <Empty
      title={importedAt ? strings.texts.noneLeft : strings.texts.noneYet}
      pending={12}
      actions={
        <>
          {offersConnection && <Connect />}
          <Button look={offersConnection || isConnected ? 'quiet' : 'primary'} onClick={onImport}>
            {strings.texts.importQueries}
          </Button>
        </>
      }
    >
      {offersConnection
        ? strings.texts.connectHint
        : isConnected
          ? strings.texts.syncHint
          : strings.texts.importHint}{' '}
      <ExternalLink href={manualPath('search-console')}>{strings.texts.learnMore}</ExternalLink>
    </Empty>
  )
}

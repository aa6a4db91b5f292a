import { t } from 'elysia'
import { integer, oneOf, text } from '../../../../http/fields.ts'
import { Organization } from '../../../organizations/model.ts'
import { suggestionSources, type suggestions } from '../table.ts'

export type SuggestionRow = typeof suggestions.$inferSelect

export const SearchConsoleFile = t.Object({
  csv: text('csv', 1, 1_048_576, {
    isVerbatim: true,
    description: 'The exported queries as CSV, with the header row.',
  }),
})
export type SearchConsoleFile = typeof SearchConsoleFile.static

export const ImportedSuggestions = t.Object({
  /** New suggestions, suggestions that were already pending, and queries without a suggestion. */
  imported: integer,
  updated: integer,
  skipped: integer,
  issues: t.Array(t.Object({ line: integer, message: t.String() })),
  organization: Organization,
})

/** A suggested prompt, with the search queries that it is based on. */
export const Suggestion = t.Object({
  id: t.String(),
  prompt: t.String(),
  title: t.Nullable(t.String()),
  source: oneOf(suggestionSources),
  keywords: t.Array(t.String()),
  impressions: integer,
  clicks: integer,
  /** The best position of its queries. */
  position: t.Nullable(t.Number()),
  createdAt: t.String(),
})

export const SuggestionList = t.Object({
  suggestions: t.Array(Suggestion),
  /** When queries were last loaded; null if never. */
  importedAt: t.Nullable(t.String()),
})
export const AcceptedSuggestions = t.Object({ promptIds: t.Array(t.String()) })
export const DismissedSuggestion = t.Object({ id: t.String() })

export function toSuggestion(row: SuggestionRow): typeof Suggestion.static {
  const { id, prompt, title, source, queries, impressions, clicks } = row
  const positions = queries.flatMap(({ position }) => position ?? [])
  return {
    ...{ id, prompt, title, source, impressions, clicks },
    keywords: queries.map(({ query }) => query),
    position: positions.length > 0 ? Math.min(...positions) : null,
    createdAt: row.createdAt.toISOString(),
  }
}

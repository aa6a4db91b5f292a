import { t } from 'elysia'
import { integer, oneOf, optional, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { competitorKinds, type competitors } from './table.ts'

export type CompetitorRow = typeof competitors.$inferSelect

/** Limits of competitors per project and synonyms per competitor (contract geo 3). */
export const maxCompetitors = 2000
export const maxSynonyms = 8

/** A brand that answers may name next to the project's own. */
export const Competitor = t.Object({
  id: t.String(),
  name: t.String(),
  /** A host without scheme and path. */
  domain: t.Nullable(t.String()),
  synonyms: t.Array(t.String()),
  kind: oneOf(competitorKinds),
  color: t.Nullable(t.String()),
})

export const CompetitorList = t.Object({ competitors: t.Array(Competitor), organization: Organization })

/** A URL path cannot contain . and .. as names. */
const name = text('name', 1, 128, { pattern: [/^(?!\.{1,2}$)/, 'name cannot be . or ..'] })
const kind = optional(oneOf(competitorKinds, { error: `kind must be one of ${competitorKinds.join(', ')}` }))
const synonyms = optional(
  t.Array(text('A synonym', 1, 128), {
    maxItems: maxSynonyms,
    description: 'Other names of the competitor.',
    error: `synonyms must be a list of up to ${maxSynonyms} strings`,
  }),
)
/** Parsed in `readDomain`, because people paste whole URLs. */
const domain = t.Nullable(
  t.String({ maxLength: 2048, description: 'Host of its website, or the URL of one of its pages.' }),
  {
    error: 'domain must be a host such as acme.com, or null',
  },
)

export const CompetitorBody = t.Object({
  name,
  domain,
  previousName: optional(text('previousName', 1, 128, { description: 'The current name, to rename it.' })),
  synonyms,
  kind,
  color: optional(text('color', 1, 128)),
})
export type CompetitorBody = typeof CompetitorBody.static

export const CompetitorImport = t.Object({
  rows: optional(
    t.Array(t.Object({ name, domain: t.Optional(domain), kind, synonyms }), {
      minItems: 1,
      maxItems: maxCompetitors,
      error: `rows must be a list of 1 to ${maxCompetitors} competitors`,
    }),
  ),
  csv: optional(text('csv', 1, 1_048_576, { isVerbatim: true })),
})
export type CompetitorImport = typeof CompetitorImport.static

export const ImportedCompetitors = t.Object({
  imported: integer,
  updated: integer,
  skipped: integer,
  issues: t.Array(t.Object({ line: integer, message: t.String() })),
  competitors: t.Array(Competitor),
  organization: Organization,
})

export const SuggestionQuery = t.Object({
  domain: text('domain', 1, 128, {
    description: 'Domain of the brand for which to suggest competitors.',
    example: 'acme.com',
    pattern: [/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'domain must be a host such as acme.com'],
  }),
})

const confidence = t.Nullable(oneOf(['high', 'medium']))
/** Competitors of a domain, as suggested by the small model. */
export const SuggestedCompetitors = t.Object({
  domain: t.String(),
  /** What the brand does, in a few words. */
  field: t.Nullable(t.String()),
  competitors: t.Array(
    t.Object({
      name: t.String(),
      domain: t.Nullable(t.String()),
      description: t.Nullable(t.String()),
      confidence,
    }),
  ),
})
export type SuggestedCompetitors = typeof SuggestedCompetitors.static
export const CompetitorSuggestions = t.Composite([
  SuggestedCompetitors,
  t.Object({ organization: Organization }),
])

export function toCompetitor(row: CompetitorRow): typeof Competitor.static {
  const { id, name, domain, synonyms, kind, color } = row
  return { id, name, domain, synonyms, kind, color }
}

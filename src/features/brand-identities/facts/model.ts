import { t } from 'elysia'
import { oneOf, text } from '../../../http/fields.ts'
import { Organization } from '../../organizations/model.ts'
import { type brandFacts, factStatuses } from './table.ts'

export type FactRow = typeof brandFacts.$inferSelect

/** Maximum number of facts per brand identity, and the maximum length of their texts. */
export const maxFacts = 100
export const maxFactText = 500
export const maxPageText = 2_000
export const maxPageBytes = 512 * 1024

/** A true statement about a brand: a text, or the text of a page. */
export const BrandFact = t.Object({
  id: t.String(),
  kind: oneOf(['text', 'url']),
  /** The statement, or an excerpt of the page; null until the page was read. */
  text: t.Nullable(t.String()),
  url: t.Nullable(t.String()),
  title: t.Nullable(t.String()),
  status: oneOf(factStatuses),
  /** Why the last read of the page failed. */
  error: t.Nullable(t.String()),
  fetchedAt: t.Nullable(t.String()),
  createdAt: t.String(),
  updatedAt: t.String(),
})

export const BrandFactList = t.Object({ facts: t.Array(BrandFact), organization: Organization })
export const OneBrandFact = t.Object({ fact: BrandFact, organization: Organization })
export const DeletedBrandFact = t.Object({ id: t.String(), organization: Organization })

/** A new or changed fact: exactly one of its fields. */
export const BrandFactBody = t.Object({
  text: t.Optional(text('text', 1, maxFactText, { description: 'A true statement about the brand.' })),
  url: t.Optional(
    text('url', 1, 2048, { description: 'A page about the brand, which is read in the background.' }),
  ),
})
export type BrandFactBody = typeof BrandFactBody.static

/** A fact in the form that writers get. */
export type UsableFact = { id: string; text: string; url: string | null }

export function toBrandFact(row: FactRow): typeof BrandFact.static {
  return {
    id: row.id,
    kind: row.url === null ? 'text' : 'url',
    text: row.text,
    url: row.url,
    title: row.title,
    status: row.status,
    error: row.error,
    fetchedAt: row.fetchedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

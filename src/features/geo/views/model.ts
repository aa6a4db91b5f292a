import { t } from 'elysia'
import { optional, text } from '../../../http/fields.ts'
import { FilteredQuery } from '../visibility/window.ts'

const { days: _, ...filters } = FilteredQuery.properties

/** The filters as in the URL of the overview; a missing one has its default. */
export const ViewFilters = t.Object({
  ...filters,
  range: t.Optional(text('range', 1, 20, { description: 'A range of the dashboard.', example: '30' })),
  engine: t.Optional(text('engine', 1, 128, { description: 'The engine that is shown.' })),
})
export type ViewFilters = typeof ViewFilters.static

const name = text('name', 1, 60, { description: 'Unique in the project.', example: 'Pricing, this quarter' })

export const ViewBody = t.Object({ name, filters: ViewFilters })
export type ViewBody = typeof ViewBody.static

export const ViewPatch = t.Object({ name: optional(name), filters: optional(ViewFilters) })
export type ViewPatch = typeof ViewPatch.static

export const SavedView = t.Object({
  id: t.String(),
  name: t.String(),
  filters: t.Record(t.String(), t.String()),
  createdAt: t.String(),
})

export const SavedViews = t.Object({ views: t.Array(SavedView) })
export const OneView = t.Object({ view: SavedView })
export const DeletedView = t.Object({ id: t.String() })

import { t } from 'elysia'
import { oneOf } from '../../../http/fields.ts'
import { lookbackWindows } from '../../automations/table.ts'

const Id = t.String({ minLength: 1, maxLength: 100 })
const Ids = t.Array(Id, { maxItems: 100 })
const Point = t.Optional(t.Boolean())

/** Kinds of activity that a request wants; all that it does not name. */
export const WantedData = t.Object({
  includePullRequests: Point,
  includeCommits: Point,
  includeReleases: Point,
  includeLinearData: Point,
})

/** The fields by which a request names repositories, a window, and kinds of activity (contract 6.1). */
export const sourceFields = {
  lookbackWindow: t.Optional(
    oneOf(lookbackWindows, { error: `lookbackWindow must be one of ${lookbackWindows.join(', ')}` }),
  ),
  integrations: t.Optional(
    t.Object({
      github: t.Optional(t.Array(Id, { minItems: 1, maxItems: 100 })),
      linear: t.Optional(t.Array(Id, { minItems: 1, maxItems: 100 })),
    }),
  ),
  github: t.Optional(
    t.Object({
      repositories: t.Array(t.Object({ owner: Id, repo: Id }), {
        minItems: 1,
        maxItems: 100,
        error: 'github.repositories must name 1 to 100 repositories',
      }),
    }),
  ),
  repositoryIds: t.Optional(Ids),
  linearIntegrationIds: t.Optional(Ids),
  dataPoints: t.Optional(WantedData),
}
export const Sources = t.Object(sourceFields)
export type Sources = typeof Sources.static

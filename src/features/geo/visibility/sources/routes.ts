import type { Context } from '../../../../context.ts'
import { idParams } from '../../../../http/fields.ts'
import { operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import { WindowQuery } from '../window.ts'
import { Sources } from './model.ts'
import { readSources } from './read-sources.ts'

/** Routes for cited sources. */
export function sourceRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/sources', 'GEO').get(
    '',
    ({ caller, params, query }) => readSources(ctx, caller, params.projectId, query),
    {
      params: idParams('projectId'),
      query: WindowQuery,
      response: Sources,
      detail: operation(
        'listCitedSources',
        'visibility',
        "List cited sources. Sites and pages that engines cite: yours, a competitor's or a third party's.",
        { tool: 'list_cited_sources', refusals: { 404: 'Project not found' } },
      ),
    },
  )
}

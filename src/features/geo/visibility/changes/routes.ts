import type { Context } from '../../../../context.ts'
import { compressLarge } from '../../../../http/compress-large.ts'
import { idParams } from '../../../../http/fields.ts'
import { operation } from '../../../../http/operation.ts'
import { guarded } from '../../../keys/guard.ts'
import { ChangesQuery, VisibilityChanges } from './model.ts'
import { readChanges } from './read-changes.ts'

/** Routes for the changes between the last two scans. */
export function changeRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/changes', 'GEO')
    .mapResponse(compressLarge)
    .get('', ({ caller, params, query }) => readChanges(ctx, caller, params.projectId, query), {
      params: idParams('projectId'),
      query: ChangesQuery,
      response: VisibilityChanges,
      detail: operation(
        'listVisibilityChanges',
        'visibility',
        'List visibility changes. Mentions, positions and citations won and lost between the last two scans.',
        { tool: 'list_visibility_changes', refusals: { 404: 'Project not found' } },
      ),
    })
}

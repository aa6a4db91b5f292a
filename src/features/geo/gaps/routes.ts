import type { Context } from '../../../context.ts'
import { compressLarge } from '../../../http/compress-large.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { Gaps, GapsQuery } from './model.ts'
import { readGaps } from './service.ts'

export function gapRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects/:projectId/geo/gaps', 'GEO')
    .mapResponse(compressLarge)
    .get('', ({ caller, params, query }) => readGaps(ctx, caller, params.projectId, query), {
      params: idParams('projectId'),
      query: GapsQuery,
      response: Gaps,
      detail: operation(
        'listGaps',
        'briefs',
        'List content gaps. Questions that engines answer without mentioning the brand, best opportunities first.',
        { tool: 'list_gaps', refusals: { 404: 'Project not found' } },
      ),
    })
}

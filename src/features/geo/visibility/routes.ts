import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { Overview } from './overview/model.ts'
import { readOverview } from './overview/service.ts'
import { PresenceList } from './presence/model.ts'
import { readPresence } from './presence/service.ts'
import { Timeseries } from './timeseries/model.ts'
import { readTimeseries } from './timeseries/service.ts'
import { WindowQuery } from './window/model.ts'

const resource = 'visibility'
const refusals = { 404: 'Project not found' }

/** How engines speak of the brand, counted over what scans brought (contract geo 8). */
export function visibilityRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/visibility', 'GEO')
    .get('/overview', ({ caller, params, query }) => readOverview(ctx, caller, params.projectId, query), {
      params,
      query: WindowQuery,
      response: Overview,
      detail: operation(
        'getVisibilityOverview',
        resource,
        'Tell how often each engine names the brand. Each rate says how sure it is, and whether it moved.',
        { tool: 'get_visibility_overview', refusals },
      ),
    })
    .get('/timeseries', ({ caller, params, query }) => readTimeseries(ctx, caller, params.projectId, query), {
      params,
      query: WindowQuery,
      response: Timeseries,
      detail: operation(
        'getVisibilityTimeseries',
        resource,
        'Tell how often each engine names the brand, day by day.',
        { tool: 'get_visibility_timeseries', refusals },
      ),
    })
    .get('/presence', ({ caller, params }) => readPresence(ctx, caller, params.projectId), {
      params,
      response: PresenceList,
      detail: operation(
        'getPromptPresence',
        resource,
        'Tell of each prompt how many engines named the brand last, and whether one did so without a search.',
        { refusals },
      ),
    })
}

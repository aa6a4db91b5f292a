import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { getRun, listRuns } from './list-runs.ts'
import { OneRun, RunPage, RunQuery } from './model.ts'

/** Routes for runs: all attempts to write a post. */
export function runRoutes(ctx: Context) {
  return guarded(ctx, '/v1/runs', 'Content')
    .get('', ({ caller, query }) => listRuns(ctx, caller, query), {
      query: RunQuery,
      response: RunPage,
      detail: operation(
        'listRuns',
        'posts',
        'List runs. Runs of the last seven days that generate posts, newest first, with cause and result.',
        { tool: 'list_runs' },
      ),
    })
    .get('/:runId', ({ caller, params }) => getRun(ctx, caller, params.runId), {
      params: idParams('runId'),
      response: OneRun,
      detail: operation('getRun', 'posts', 'Get a run. Includes its event log.', {
        tool: 'get_run',
        refusals: { 404: 'Run not found' },
      }),
    })
}

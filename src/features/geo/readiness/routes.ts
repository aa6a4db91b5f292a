import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { Readiness, StartedReadinessScan } from './model.ts'
import { getReadiness, noWebsite, startReadinessScan } from './service.ts'

const resource = 'agent-readiness'

/** Routes for agent readiness: how well AI agents can read the website of a project. */
export function readinessRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/agent-readiness', 'GEO')
    .get('', ({ caller, params: { projectId } }) => getReadiness(ctx, caller, projectId), {
      params,
      response: Readiness,
      detail: operation(
        'getAgentReadiness',
        resource,
        'Get agent readiness. How well AI agents can read the website: score, evidence, fixes.',
        { tool: 'get_agent_readiness', refusals: { 404: 'Project not found' } },
      ),
    })
    .post(
      '/scan',
      async ({ caller, params: { projectId }, status }) =>
        status(202, await startReadinessScan(ctx, caller, projectId)),
      {
        params,
        response: { 202: StartedReadinessScan },
        detail: operation(
          'scanAgentReadiness',
          resource,
          'Scan the website. Checks in the background how well AI agents can read it.',
          {
            tool: 'scan_agent_readiness',
            effect: 'external',
            contacts: 'stored',
            limits: [buckets.scanReadiness],
            refusals: { 400: noWebsite, 404: 'Project not found' },
          },
        ),
      },
    )
}

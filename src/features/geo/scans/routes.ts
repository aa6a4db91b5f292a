import { t } from 'elysia'
import type { Context } from '../../../context.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { pageQuery } from '../../../http/paging.ts'
import { guarded } from '../../keys/guard.ts'
import { OneScan, ScanPage, StartedScan } from './model.ts'
import { getScan, listScans, startScan } from './service.ts'

const resource = 'scans'
const missing = { 404: 'Project not found' }

/** Scans: what a project tracks is put to answer engines. */
export function scanRoutes(ctx: Context) {
  return guarded(ctx, '/v1/projects', 'GEO')
    .post(
      '/:projectId/geo/scans',
      async ({ caller, params, set, status }) => {
        const started = await startScan(ctx, caller, params.projectId)
        set.headers.location = started.statusUrl
        return status(202, started)
      },
      {
        params: idParams('projectId'),
        response: { 202: StartedScan },
        detail: operation(
          'startScan',
          resource,
          'Put all tracked prompts to all tracked engines. The answer says where to look how far it is.',
          {
            tool: 'run_scan',
            limits: [{ name: 'scans', per: 'organization', windows: [{ limit: 4, seconds: 3600 }] }],
            refusals: {
              400: 'There is nothing to ask: add a prompt, or switch one on',
              402: 'All AI answers of this month are used; raise the limit or add AI credits.',
              404: 'Visibility is not set up for this project: save its settings first',
              409: 'A scan of this project is running already',
            },
          },
        ),
      },
    )
    .get(
      '/:projectId/geo/scans',
      ({ caller, params, query }) => listScans(ctx, caller, params.projectId, query),
      {
        params: idParams('projectId'),
        query: t.Object(pageQuery(20)),
        response: ScanPage,
        detail: operation('listScans', resource, 'List the scans of a project, the newest first.', {
          tool: 'list_scans',
          refusals: missing,
        }),
      },
    )
    .get(
      '/:projectId/geo/scans/:scanId',
      ({ caller, params }) => getScan(ctx, caller, params.projectId, params.scanId),
      {
        params: idParams('projectId', 'scanId'),
        response: OneScan,
        detail: operation('getScan', resource, 'See how far a scan is, and what failed in it.', {
          tool: 'get_scan',
          refusals: { 404: 'Scan not found' },
        }),
      },
    )
}

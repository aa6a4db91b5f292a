import type { Context } from '../../../context.ts'
import { ceilingSentence } from '../../../db/ceilings.ts'
import { buckets } from '../../../http/buckets.ts'
import { internal } from '../../../http/operation.ts'
import { guarded } from '../../keys/guard.ts'
import { listEngines } from './list-engines.ts'
import { Proposal, ProposalBody, SetUpBody, SetUpOptions, StartedTracking } from './model.ts'
import { proposeTracking } from './propose-tracking.ts'
import { startTracking } from './start-tracking.ts'

/** Routes of the dashboard for the guided setup of visibility, from a website to the first scan. */
export function setUpRoutes(ctx: Context) {
  const refusals = { 404: 'Brand identity not found' }
  return guarded(ctx, '/api/app/visibility-set-up', 'GEO')
    .get('', ({ caller }) => listEngines(ctx, caller), {
      response: SetUpOptions,
      detail: internal('getVisibilityOptions', 'member', 'List engines, with the price of an answer.'),
    })
    .post('/proposal', ({ caller, body }) => proposeTracking(ctx, caller, body.brandIdentityId), {
      body: ProposalBody,
      response: Proposal,
      detail: internal('proposeTracking', 'member', 'Propose competitors and prompts for a brand.', {
        limits: [buckets.suggestCompetitors],
        refusals,
      }),
    })
    .post(
      '',
      ({ caller, body, status }) => startTracking(ctx, caller, body).then((made) => status(201, made)),
      {
        body: SetUpBody,
        response: { 201: StartedTracking },
        detail: internal('startTracking', 'member', 'Create a project, and start its first scan.', {
          limits: [buckets.startScan],
          refusals: { ...refusals, 409: ceilingSentence('projects') },
        }),
      },
    )
}

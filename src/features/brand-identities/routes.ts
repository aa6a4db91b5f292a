import type { Context } from '../../context.ts'
import { buckets } from '../../http/buckets.ts'
import { idParams } from '../../http/fields.ts'
import { operation } from '../../http/operation.ts'
import { guarded } from '../keys/guard.ts'
import {
  AnalysisRequest,
  BrandIdentityList,
  BrandIdentityPatch,
  DeletedBrandIdentity,
  OneAnalysisJob,
  OneBrandIdentity,
} from './model.ts'
import { readWebsite } from './read-fields.ts'
import {
  deleteBrandIdentity,
  generateBrandIdentity,
  getAnalysis,
  getBrandIdentity,
  listBrandIdentities,
  updateBrandIdentity,
} from './service.ts'

const resource = 'brand-identities'

export function brandIdentityRoutes(ctx: Context) {
  const params = idParams('brandIdentityId')
  return guarded(ctx, '/v1/brand-identities', 'Content')
    .get('', ({ caller }) => listBrandIdentities(ctx, caller), {
      response: BrandIdentityList,
      detail: operation(
        'listBrandIdentities',
        resource,
        'List brand identities. `isDefault` marks the default one.',
        {
          tool: 'list_brand_identities',
        },
      ),
    })
    .post(
      '/generate',
      ({ caller, body, status }) =>
        generateBrandIdentity(ctx, caller, body).then((queued) => status(202, queued)),
      {
        body: AnalysisRequest,
        response: { 202: OneAnalysisJob },
        detail: operation(
          'createBrandIdentityGeneration',
          resource,
          'Generate a brand identity. Starts a run that reads and analyzes a website.',
          {
            tool: 'generate_brand_identity',
            effect: 'external',
            contacts: ({ websiteUrl }) => new URL(readWebsite(ctx, String(websiteUrl))),
            limits: [buckets.analyzeBrand],
            example: { name: 'Acme', websiteUrl: 'https://example.com' },
            refusals: { 409: 'A brand identity with this name already exists' },
          },
        ),
      },
    )
    .get('/generate/:jobId', ({ caller, params }) => getAnalysis(ctx, caller, params.jobId), {
      params: idParams('jobId'),
      response: OneAnalysisJob,
      detail: operation(
        'getBrandIdentityGeneration',
        resource,
        'Get a brand identity run. `brandIdentityId` is set once it is completed.',
        {
          tool: 'get_brand_identity_generation_status',
          refusals: { 404: 'Brand identity analysis job not found' },
        },
      ),
    })
    .get('/:brandIdentityId', ({ caller, params }) => getBrandIdentity(ctx, caller, params.brandIdentityId), {
      params,
      response: OneBrandIdentity,
      detail: operation(
        'getBrandIdentity',
        resource,
        'Get a brand identity. Includes its company profile, tone and audience; `brandIdentity` is null if none has this ID.',
        {
          tool: 'get_brand_identity',
        },
      ),
    })
    .patch(
      '/:brandIdentityId',
      ({ caller, params, body }) => updateBrandIdentity(ctx, caller, params.brandIdentityId, body),
      {
        params,
        body: BrandIdentityPatch,
        response: OneBrandIdentity,
        detail: operation(
          'updateBrandIdentity',
          resource,
          'Update a brand identity. Can also make it the default.',
          {
            tool: 'update_brand_identity',
            effect: 'change',
            example: { toneProfile: 'Professional', audience: 'Developers who ship every day' },
            refusals: {
              404: 'Brand identity not found',
              409: 'A brand identity with this name already exists',
            },
          },
        ),
      },
    )
    .delete(
      '/:brandIdentityId',
      ({ caller, params }) => deleteBrandIdentity(ctx, caller, params.brandIdentityId),
      {
        params,
        response: DeletedBrandIdentity,
        detail: operation(
          'deleteBrandIdentity',
          resource,
          'Delete a brand identity. The default one cannot be deleted. Disables and lists the schedules and event triggers that use it.',
          {
            tool: 'delete_brand_identity',
            effect: 'change',
            refusals: { 404: 'Brand identity not found', 409: 'A project uses this brand identity' },
          },
        ),
      },
    )
}

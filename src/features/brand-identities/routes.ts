import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { idParams } from '../../http/fields.ts'
import { requireKey } from '../keys/require-key.ts'
import { deleteBrandIdentity } from './delete.ts'
import { generateBrandIdentity, getAnalysis } from './generate.ts'
import {
  AnalysisRequest,
  BrandIdentityList,
  BrandIdentityPatch,
  DeletedBrandIdentity,
  OneAnalysisJob,
  OneBrandIdentity,
} from './model.ts'
import { getBrandIdentity, listBrandIdentities, updateBrandIdentity } from './service.ts'

export function brandIdentityRoutes(ctx: Context) {
  const params = idParams('brandIdentityId')
  const detail = { tags: ['Content'] }
  return new Elysia({ prefix: '/v1/brand-identities' })
    .use(requireKey(ctx, 'brand-identities'))
    .get('', ({ caller }) => listBrandIdentities(ctx, caller), { response: BrandIdentityList, detail })
    .post(
      '/generate',
      ({ caller, body, spend, status }) =>
        generateBrandIdentity(ctx, caller, body, spend).then((queued) => status(202, queued)),
      { body: AnalysisRequest, response: { 202: OneAnalysisJob }, detail },
    )
    .get('/generate/:jobId', ({ caller, params }) => getAnalysis(ctx, caller, params.jobId), {
      params: idParams('jobId'),
      response: OneAnalysisJob,
      detail,
    })
    .get('/:brandIdentityId', ({ caller, params }) => getBrandIdentity(ctx, caller, params.brandIdentityId), {
      params,
      response: OneBrandIdentity,
      detail,
    })
    .patch(
      '/:brandIdentityId',
      ({ caller, params, body }) => updateBrandIdentity(ctx, caller, params.brandIdentityId, body),
      { params, body: BrandIdentityPatch, response: OneBrandIdentity, detail },
    )
    .delete(
      '/:brandIdentityId',
      ({ caller, params }) => deleteBrandIdentity(ctx, caller, params.brandIdentityId),
      { params, response: DeletedBrandIdentity, detail },
    )
}

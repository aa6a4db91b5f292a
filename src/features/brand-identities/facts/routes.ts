import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { readAddress } from '../../../http/read-address.ts'
import { guarded } from '../../keys/guard.ts'
import { addFact, deleteFact, listFacts, refreshFact, updateFact } from './edit-facts.ts'
import { BrandFactBody, BrandFactList, DeletedBrandFact, OneBrandFact } from './model.ts'

const resource = 'brand-identities'
const inLibrary = 'This fact is already in the library.'

/** Routes for the facts that writers may use about a brand. */
export function brandFactRoutes(ctx: Context) {
  const params = idParams('brandIdentityId')
  const one = idParams('brandIdentityId', 'factId')
  /** Options of routes that save a fact, which reads the page of a URL. */
  const saving = {
    effect: 'external' as const,
    contacts: ({ url }: Record<string, unknown>) =>
      url === undefined ? null : new URL(readAddress(ctx, String(url))),
    limits: [buckets.readFact],
  }
  return guarded(ctx, '/v1/brand-identities/:brandIdentityId/facts', 'Content')
    .get('', ({ caller, params }) => listFacts(ctx, caller, params.brandIdentityId), {
      params,
      response: BrandFactList,
      detail: operation(
        'listBrandFacts',
        resource,
        'List brand facts. Facts of one brand identity, oldest first.',
        {
          tool: 'list_brand_facts',
          refusals: { 404: 'Brand identity not found' },
        },
      ),
    })
    .post(
      '',
      async ({ caller, params, body, status }) =>
        status(201, await addFact(ctx, caller, params.brandIdentityId, body)),
      {
        params,
        body: BrandFactBody,
        response: { 201: OneBrandFact },
        detail: operation(
          'addBrandFact',
          resource,
          'Add a brand fact. Evidence for articles: a true statement, or the URL of a page, which is read in the background.',
          {
            ...saving,
            tool: 'add_brand_fact',
            example: { text: 'Acme was founded in 2014.' },
            refusals: { 404: 'Brand identity not found', 409: inLibrary },
          },
        ),
      },
    )
    .patch(
      '/:factId',
      ({ caller, params, body }) => updateFact(ctx, caller, params.brandIdentityId, params.factId, body),
      {
        params: one,
        body: BrandFactBody,
        response: OneBrandFact,
        detail: operation(
          'updateBrandFact',
          resource,
          'Update a brand fact. A new URL is read in the background.',
          {
            ...saving,
            tool: 'update_brand_fact',
            example: { text: 'Acme was founded in 2015.' },
            refusals: { 404: 'Fact not found', 409: inLibrary },
          },
        ),
      },
    )
    .delete(
      '/:factId',
      ({ caller, params }) => deleteFact(ctx, caller, params.brandIdentityId, params.factId),
      {
        params: one,
        response: DeletedBrandFact,
        detail: operation(
          'deleteBrandFact',
          resource,
          'Delete a brand fact. Articles that used it retain their evidence.',
          { tool: 'delete_brand_fact', effect: 'change', refusals: { 404: 'Fact not found' } },
        ),
      },
    )
    .post(
      '/:factId/refresh',
      async ({ caller, params, status }) =>
        status(202, await refreshFact(ctx, caller, params.brandIdentityId, params.factId)),
      {
        params: one,
        response: { 202: OneBrandFact },
        detail: operation(
          'refreshBrandFact',
          resource,
          'Refresh a brand fact. Reads its page again. Only facts with a URL have a page.',
          {
            tool: 'refresh_brand_fact',
            effect: 'external',
            contacts: 'stored',
            limits: [buckets.readFact],
            refusals: { 404: 'Fact not found' },
          },
        ),
      },
    )
}

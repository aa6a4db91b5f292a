import type { Context } from '../../../context.ts'
import { buckets } from '../../../http/buckets.ts'
import { idParams } from '../../../http/fields.ts'
import { operation } from '../../../http/operation.ts'
import { readAddress } from '../../../http/read-address.ts'
import { guarded } from '../../keys/guard.ts'
import { DeletedSitemap, OneSitemap, SitemapBody, SitemapList, toSitemap } from './model.ts'
import { addSitemap, deleteSitemap, listSitemaps } from './service.ts'

const resource = 'briefs'

/** Routes for sitemaps, which list the pages that an article can link to. */
export function sitemapRoutes(ctx: Context) {
  const params = idParams('projectId')
  return guarded(ctx, '/v1/projects/:projectId/geo/sitemaps', 'GEO')
    .get(
      '',
      async ({ caller, params: { projectId } }) => ({
        sitemaps: (await listSitemaps(ctx, caller, projectId)).map(toSitemap),
        organization: caller.organization,
      }),
      {
        params,
        response: SitemapList,
        detail: operation('listSitemaps', resource, 'List sitemaps. Oldest first.', {
          tool: 'list_sitemaps',
          refusals: { 404: 'Project not found' },
        }),
      },
    )
    .post(
      '',
      async ({ caller, params: { projectId }, body, status }) => {
        const { row, isNew } = await addSitemap(ctx, caller, projectId, body)
        const answer = { sitemap: toSitemap(row), organization: caller.organization }
        return isNew ? status(201, answer) : status(200, answer)
      },
      {
        params,
        body: SitemapBody,
        response: { 200: OneSitemap, 201: OneSitemap },
        detail: operation(
          'addSitemap',
          resource,
          'Add a sitemap. Articles can link to its pages. Herald reads it in the background now and every week; adding it again reads it again.',
          {
            tool: 'add_sitemap',
            effect: 'external',
            contacts: ({ url }) => new URL(readAddress(ctx, String(url))),
            limits: [buckets.addSitemap],
            example: { url: 'https://acme.example/sitemap.xml' },
            refusals: { 400: 'The URL does not begin with http or https.', 404: 'Project not found' },
          },
        ),
      },
    )
    .delete(
      '/:sitemapId',
      async ({ caller, params: { projectId, sitemapId: id } }) => {
        await deleteSitemap(ctx, caller, projectId, id)
        return { id, organization: caller.organization }
      },
      {
        params: idParams('projectId', 'sitemapId'),
        response: DeletedSitemap,
        detail: operation(
          'deleteSitemap',
          resource,
          'Delete a sitemap. Existing briefs retain their links.',
          { tool: 'delete_sitemap', effect: 'change', refusals: { 404: 'Sitemap not found' } },
        ),
      },
    )
}

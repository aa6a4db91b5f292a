import { Elysia, t } from 'elysia'
import { loadBundle } from '../../../assets/load.ts'
import type { Context } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import { idParams } from '../../../http/fields.ts'
import { internal } from '../../../http/operation.ts'
import { answerPublicly, type ResponseSettings, wantsPage } from '../../../http/public-answer.ts'
import { drawMissing } from '../../../page/document.ts'
import { guarded } from '../../keys/guard.ts'
import { readTimeseries } from '../visibility/timeseries.ts'
import { FilteredQuery, lastDayOf, windowOf } from '../visibility/window.ts'
import { createLink, findReport, getCompany, listLinks, revokeLink } from './links.ts'
import { CreatedReportLink, DeletedReportLink, ReportLinkBody, ReportLinks } from './model.ts'

const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Nothing of a revoked report stays in a cache or a search engine, and no other site learns its address. */
const privately = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
}

type PageRequest = { request: Request; params: { token: string | null }; set: ResponseSettings }

/** Reports for everyone with their link: as a page, as CSV and as a chart. No cookie is read or set. */
export function reportRoutes(ctx: Context) {
  return new Elysia().get('/reports/:token', (asked: PageRequest) => showReport(ctx, asked), {
    detail: { hide: true },
  })
}

async function showReport(ctx: Context, { request, params, set }: PageRequest) {
  const shared = await findReport(ctx, params.token ?? '')
  const { publicStyle } = await loadBundle(ctx.config.basePath)
  const files = { stylesheet: publicStyle, icon: `${ctx.config.basePath}/swagger/icon.svg` }
  const pageHeaders = { ...privately, 'Content-Security-Policy': pagePolicy }
  if (!shared) {
    if (!wantsPage(request)) throw notFound('Not found')
    set.status = 404
    Object.assign(set.headers, { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' })
    return drawMissing(null, files)
  }
  const [{ readReport }, { drawReport }, { drawRateChart }, { writeReportCsv }] = await Promise.all([
    import('./read-report.ts'),
    import('./page.ts'),
    import('./chart.ts'),
    import('./report-csv.ts'),
  ])
  const report = await readReport(ctx, shared)
  const format = new URL(request.url).searchParams.get('format')
  if (format === 'csv')
    return answerPublicly(request, set, {
      ...{ type: 'text/csv; charset=utf-8', body: writeReportCsv(report), headers: privately },
    })
  if (format === 'svg')
    return answerPublicly(request, set, {
      type: 'image/svg+xml; charset=utf-8',
      body: drawRateChart(report.timeseries.brand, report.company, report).source,
      headers: pageHeaders,
    })
  return answerPublicly(request, set, {
    ...{ type: 'text/html; charset=utf-8', body: drawReport(report, files), headers: pageHeaders },
  })
}

/** Routes of the dashboard for links to reports. */
export function reportAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/projects/:projectId/reports', 'GEO')
    .get('', ({ caller, params }) => listLinks(ctx, caller, params.projectId), {
      params: idParams('projectId'),
      response: ReportLinks,
      detail: internal('listReportLinks', 'member', 'List the links to reports of a project.', {
        refusals: { 404: 'Project not found' },
      }),
    })
    .get(
      '/chart',
      async ({ caller, params, query }) => {
        const [{ drawRateChart }, { companyName }] = await Promise.all([
          import('./chart.ts'),
          getCompany(ctx, caller, params.projectId),
        ])
        const { brand } = await readTimeseries(ctx, caller, params.projectId, query)
        const { from, to } = windowOf(query, ctx.now())
        return { svg: drawRateChart(brand, companyName, { from, to: lastDayOf(to, ctx.now()) }).source }
      },
      {
        params: idParams('projectId'),
        query: FilteredQuery,
        response: t.Object({ svg: t.String() }),
        detail: internal('getRateChart', 'member', 'Get the chart of the mention rate as an SVG image.', {
          refusals: { 404: 'Project not found' },
        }),
      },
    )
    .post(
      '',
      async ({ caller, params, body, set }) => {
        const created = await createLink(ctx, caller, params.projectId, body)
        set.status = 201
        return created
      },
      {
        params: idParams('projectId'),
        body: ReportLinkBody,
        response: { 201: CreatedReportLink },
        detail: internal(
          'createReportLink',
          'admin',
          'Create a link to a report for people without an account.',
          {
            refusals: { 404: 'Project not found', 409: 'A project has at most 20 report links' },
          },
        ),
      },
    )
    .delete(
      '/:reportLinkId',
      ({ caller, params }) => revokeLink(ctx, caller, params.projectId, params.reportLinkId),
      {
        params: idParams('projectId', 'reportLinkId'),
        response: DeletedReportLink,
        detail: internal('revokeReportLink', 'admin', 'Revoke a link to a report.', {
          refusals: { 404: 'Project not found; or Report link not found' },
        }),
      },
    )
}

import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { pathOf } from '../../http/headers.ts'
import { wantsPage } from '../../http/public-answer.ts'
import { findSession } from '../sessions/service.ts'
import { answerAsset, answerPage } from './service.ts'

const hidden = { detail: { hide: true } }

/** The dashboard: one HTML page for every path below `/app`, and its files. */
export function dashboardRoutes(ctx: Context) {
  const { basePath } = ctx.config
  const assets = new Elysia().get(
    '/app/assets/*',
    async ({ request, params, set }) => {
      const answer = await answerAsset(basePath, request, params['*'], set.headers as Record<string, string>)
      if (!answer) throw notFound('Not found')
      return answer
    },
    hidden,
  )
  const redirects = assets.use(visibilityRedirects(ctx))
  if (process.env.NODE_ENV === 'development') return redirects
  return redirects
    .get(
      '/app',
      ({ request, set }) => answerPage(basePath, request, set.headers as Record<string, string>),
      hidden,
    )
    .get(
      '/app/*',
      ({ request, set }) => answerPage(basePath, request, set.headers as Record<string, string>),
      hidden,
    )
}

/** `/geo/...` without an organization leads a browser to that of its user, or to the sign-in page. */
function visibilityRedirects(ctx: Context) {
  const { basePath } = ctx.config
  async function lead(request: Request): Promise<string> {
    if (!wantsPage(request)) throw notFound('Not found')
    const session = await findSession(ctx, request)
    const [organization] = session?.memberships ?? []
    const { search } = new URL(request.url)
    return organization
      ? `${basePath}/app/${organization.slug}${pathOf(request.url)}${search}`
      : `${basePath}/app`
  }
  return new Elysia()
    .get('/geo', async ({ request, redirect }) => redirect(await lead(request)), hidden)
    .get('/geo/*', async ({ request, redirect }) => redirect(await lead(request)), hidden)
}

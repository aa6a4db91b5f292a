import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { answerAsset, answerPage } from './service.ts'

const hidden = { detail: { hide: true } }

/** The dashboard: one HTML page for every path below `/app`, and its files. */
export function dashboardRoutes({ config: { basePath } }: Pick<Context, 'config'>) {
  const assets = new Elysia().get(
    '/app/assets/*',
    async ({ request, params, set }) => {
      const answer = await answerAsset(basePath, request, params['*'], set.headers as Record<string, string>)
      if (!answer) throw notFound('Not found')
      return answer
    },
    hidden,
  )
  if (process.env.NODE_ENV === 'development') return assets
  return assets
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

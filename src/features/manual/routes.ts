import { Elysia } from 'elysia'
import { loadBundle } from '../../assets/load.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { InternalRequest } from '../../http/internal-request.ts'
import { answerPublicly, type ResponseSettings, wantsPage } from '../../http/public-answer.ts'
import type { createManual } from './read.ts'
import type { Document } from './reference.ts'

const hidden = { detail: { hide: true } }

const pagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type PageRequest = { request: Request; set: ResponseSettings }

/**
 * The manual in `docs/` and the reference of the API, served without external resources. The texts are loaded on the
 * first request.
 */
export function manualRoutes(ctx: Context) {
  const { config } = ctx
  const root = `${config.basePath}/docs`
  let reading: Promise<ReturnType<typeof createManual>> | undefined

  async function readManual() {
    try {
      const [{ createManual }, { groups }] = await Promise.all([import('./read.ts'), import('./pages.ts')])
      return createManual(root, [...groups, { title: 'API', pages: await readReference(ctx) }])
    } catch (error) {
      reading = undefined
      throw error
    }
  }

  async function load() {
    reading ??= readManual()
    const [read, draw, { publicStyle }] = await Promise.all([
      reading,
      import('../../page/manual.ts'),
      loadBundle(config.basePath),
    ])
    const files = { stylesheet: publicStyle, icon: `${config.basePath}/swagger/icon.svg` }
    return { read, draw, files, manual: { root, index: read.index } }
  }
  return new Elysia()
    .get(
      '/docs',
      async (asked) => {
        const { read, draw, files, manual } = await load()
        const query = (new URL(asked.request.url).searchParams.get('q') ?? '').trim().slice(0, 100)
        if (query === '') return show(asked, draw.drawManualIndex(manual, files))
        return show(asked, draw.drawManualSearch(manual, query, read.search(query), files))
      },
      hidden,
    )
    .get(
      '/docs/*',
      async (asked) => {
        const { read, draw, files, manual } = await load()
        const page = read.readPage(asked.params['*'])
        if (page !== null) return show(asked, draw.drawManualPage(manual, page, files))
        if (!wantsPage(asked.request)) throw notFound('Not found')
        asked.set.status = 404
        return send(asked, draw.drawManualMissing(manual, files))
      },
      hidden,
    )
}

/** The pages of the reference, from the OpenAPI document of this server. */
async function readReference(ctx: Context): Promise<Record<string, string>> {
  const { writeReference } = await import('./reference.ts')
  const request = new Request('http://localhost/openapi.json')
  const response = await ctx.ownApi.handle(new InternalRequest(request, { asker: null, address: '' }))
  if (!response.ok) throw new Error('The OpenAPI document cannot be read.')
  return writeReference((await response.json()) as Document)
}

function show({ request, set }: PageRequest, page: string) {
  return answerPublicly(request, set, {
    type: 'text/html; charset=utf-8',
    body: page,
    headers: { 'Content-Security-Policy': pagePolicy },
  })
}

function send({ set }: PageRequest, page: string) {
  Object.assign(set.headers, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': pagePolicy,
  })
  return page
}

import { Elysia } from 'elysia'
import { loadBundle } from '../../assets/load.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import {
  answerEverywhere,
  answerMoved,
  answerPublicly,
  type Sending,
  wantsPage,
} from '../../http/public-answer.ts'
import { drawArticle } from '../../page/article.ts'
import { drawMissing, type FeedFile, feeds } from '../../page/document.ts'
import { drawList } from '../../page/posts.ts'
import type { Site } from '../../page/view.ts'
import { toNews } from './model.ts'
import { type Open, openSite, readArticle, readFeed, readList, readNews } from './service.ts'

const hidden = { detail: { hide: true } }

/** Path parameters are null if they cannot be decoded. */
type Asked = { request: Request; params: { organization: string | null }; set: Sending }
type Answer = Response | string

/**
 * The published posts of an organization for anyone: pages, feeds, and a widget for other sites. No cookie is read or
 * set.
 */
export function publicPageRoutes(ctx: Context) {
  return new Elysia({ prefix: '/c' })
    .get(
      '/:organization',
      (asked) =>
        whereOpen(asked, async (open) => {
          const list = await readList(ctx, open, queryOf(asked.request))
          return list && showPage(asked, drawList(list, await filesOf(ctx.config)))
        }),
      hidden,
    )
    .get('/:organization/feed.xml', (asked) => showFeed(asked, 'feed.xml'), hidden)
    .get('/:organization/rss.xml', (asked) => showFeed(asked, 'rss.xml'), hidden)
    .get('/:organization/feed.json', (asked) => showFeed(asked, 'feed.json'), hidden)
    .get(
      '/:organization/widget.js',
      (asked) =>
        whereOpen(asked, async () => {
          const { widget } = await loadBundle(ctx.config.basePath)
          return answerEverywhere(asked.request, asked.set, {
            type: 'text/javascript; charset=utf-8',
            body: widget,
          })
        }),
      hidden,
    )
    .get(
      '/:organization/news.json',
      (asked) =>
        whereOpen(asked, async (open) => {
          const body = JSON.stringify(toNews(open.site, await readNews(ctx, open)))
          return answerEverywhere(asked.request, asked.set, { type: 'application/json', body })
        }),
      hidden,
    )
    .get(
      '/:organization/:post',
      (asked) =>
        whereOpen(asked, async (open) => {
          const article = await readArticle(ctx, open, asked.params.post ?? '')
          if (article === null) return null
          if ('movedTo' in article) return answerMoved(asked.set, article.movedTo)
          return showPage(asked, drawArticle(article, await filesOf(ctx.config)))
        }),
      hidden,
    )
    .get('', (asked) => showMissing(ctx.config, asked, null), hidden)
    .get('/*', (asked) => showMissing(ctx.config, asked, null), hidden)

  /**
   * Responds for an organization whose page is enabled; a missing organization gets the same response as a disabled
   * page.
   */
  async function whereOpen(asked: Asked, answer: (open: Open) => Promise<Answer | null>): Promise<Answer> {
    const open = await openSite(ctx, asked.params.organization ?? '')
    return (open && (await answer(open))) ?? showMissing(ctx.config, asked, open?.site ?? null)
  }

  function showFeed(asked: Asked, file: FeedFile): Promise<Answer> {
    return whereOpen(asked, async (open) => {
      const feed = await readFeed(ctx, open, file, queryOf(asked.request))
      if (feed === null) return null
      // Imported on first use: the library is large.
      const { writers } = await import('../../page/feeds.ts')
      const type = `${feeds[file].type}; charset=utf-8`
      return answerEverywhere(asked.request, asked.set, { type, body: writers[file](feed) })
    })
  }
}

const queryOf = (request: Request) => new URL(request.url).searchParams

async function filesOf({ basePath }: Config) {
  const { publicStyle } = await loadBundle(basePath)
  return { stylesheet: publicStyle, icon: `${basePath}/swagger/icon.svg` }
}

function showPage({ request, set }: Asked, page: string): Answer {
  return answerPublicly(request, set, {
    type: htmlType,
    body: page,
    headers: { 'Content-Security-Policy': policyOf(page) },
  })
}

/** A page for people; programs get the response of any unknown path. */
async function showMissing(
  config: Config,
  { request, set }: Pick<Asked, 'request' | 'set'>,
  site: Site | null,
) {
  if (!wantsPage(request)) throw notFound('Not found')
  const page = drawMissing(site, await filesOf(config))
  set.status = 404
  Object.assign(set.headers, { 'Content-Type': htmlType, 'Content-Security-Policy': policyOf(page) })
  return page
}

const htmlType = 'text/html; charset=utf-8'

/** The page loads a stylesheet, its fonts and an icon; also external pictures if its post shows some. */
function policyOf(page: string): string {
  const pictures = page.includes('<img ') ? "img-src 'self' https:" : "img-src 'self'"
  return `default-src 'none'; style-src 'self'; font-src 'self'; ${pictures}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

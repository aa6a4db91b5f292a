import { Elysia } from 'elysia'
import { loadBundle } from '../../assets/load.ts'
import type { Context } from '../../context.ts'
import { onReplica } from '../../db/on-replica.ts'
import { buckets } from '../../http/buckets.ts'
import { clientAddress } from '../../http/client-address.ts'
import { customHostOf } from '../../http/custom-host.ts'
import { internal } from '../../http/operation.ts'
import { answerEverywhere, answerMoved, answerPublicly, hasCopy } from '../../http/public-answer.ts'
import { withMarkdownImageUrls } from '../../image/address.ts'
import { toCss } from '../../page/accent.ts'
import { drawArticle } from '../../page/article.ts'
import { type FeedFile, feeds } from '../../page/document.ts'
import { writeLlms, writeMarkdownPost, writeRobots, writeSitemap } from '../../page/indexes.ts'
import { describeList, drawList } from '../../page/posts.ts'
import { urlOf } from '../../page/view.ts'
import { runInSlices } from '../../slices.ts'
import { guarded } from '../keys/guard.ts'
import { getAppearance, getSiteOwner, updateAppearance } from './appearance.ts'
import { deleteDomain, findPageOf, getDomain, setDomain, verifyDomain } from './domain.ts'
import { drawCard, findCard } from './link-cards.ts'
import { Appearance, AppearancePatch, CustomDomain, DomainBody, PagePreview, toNews } from './model.ts'
import {
  type OpenSite,
  openSite,
  openSiteOf,
  readAddresses,
  readArticle,
  readFeed,
  readList,
  readMarkdown,
  readNews,
} from './service.ts'

import {
  type Answer,
  filesOf,
  negotiatesMarkdown,
  type PageRequest,
  showMissing,
  showPage,
} from './show-page.ts'

const hidden = { detail: { hide: true } }

/**
 * The published posts of an organization for anyone: pages, feeds, and a widget for other sites. No cookie is read or
 * set.
 */
export function publicPageRoutes(ctx: Context) {
  const replica = onReplica(ctx)
  return new Elysia({ prefix: '/c' })
    .get(
      '/:organization',
      (asked) =>
        whereOpen(asked, async (open) => {
          if (negotiatesMarkdown(asked)) return showIndex(asked, open, 'text/markdown; charset=utf-8')
          const list = await readList(replica, open, queryOf(asked.request))
          return list && showPage(asked, open, drawList(list, await filesOf(ctx.config)))
        }),
      hidden,
    )
    .get(
      '/:organization/llms.txt',
      (asked) => whereOpen(asked, (open) => showIndex(asked, open, 'text/plain; charset=utf-8')),
      hidden,
    )
    .get(
      '/:organization/sitemap.xml',
      (asked) =>
        whereOpen(asked, async (open) =>
          answerPublicly(asked.request, asked.set, {
            type: 'application/xml; charset=utf-8',
            body: writeSitemap(open.site, await readAddresses(replica, open)),
          }),
        ),
      hidden,
    )
    .get(
      '/:organization/robots.txt',
      (asked) =>
        whereOpen(asked, async ({ site }) =>
          answerPublicly(asked.request, asked.set, {
            type: 'text/plain; charset=utf-8',
            body: writeRobots(site),
          }),
        ),
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
          const body = JSON.stringify(toNews(open.site, await readNews(replica, open)))
          return answerEverywhere(asked.request, asked.set, { type: 'application/json', body })
        }),
      hidden,
    )
    .get('/:organization/cards/lists/:file', (asked) => showCard(asked, 'lists', asked.params.file), hidden)
    .get('/:organization/cards/posts/:file', (asked) => showCard(asked, 'posts', asked.params.file), hidden)
    .get(
      '/:organization/:post',
      (asked) =>
        whereOpen(asked, async (open) => {
          const [, address = '', extension] = /^(.*?)(\.md)?$/s.exec(asked.params.post ?? '') ?? []
          if (negotiatesMarkdown(asked) || extension) return showMarkdown(asked, open, address)
          const article = await readFirst((from) => readArticle(from, open, address))
          if (article === null) return null
          if ('movedTo' in article) return answerMoved(asked.set, article.movedTo)
          return showPage(asked, open, await runInSlices(drawArticle(article, await filesOf(ctx.config))))
        }),
      hidden,
    )
    .get('', (asked) => showMissing(ctx.config, asked, null), hidden)
    .get('/*', (asked) => showMissing(ctx.config, asked, null), hidden)

  /**
   * Responds for an organization whose page is enabled; a missing organization gets the same response as a disabled
   * page.
   */
  async function whereOpen(
    asked: PageRequest,
    answer: (open: OpenSite) => Promise<Answer | null>,
  ): Promise<Answer> {
    const open = await openSite(ctx, asked.params.organization ?? '', customHostOf(asked.request))
    return (open && (await answer(open))) ?? showMissing(ctx.config, asked, open?.site ?? null)
  }

  /** Reads a post from the replica, and from the primary if the replica does not have it yet. */
  async function readFirst<T>(read: (from: Context) => Promise<T | null>): Promise<T | null> {
    return (await read(replica)) ?? (replica === ctx ? null : await read(ctx))
  }

  async function showIndex(asked: PageRequest, open: OpenSite, type: string): Promise<Answer | null> {
    const list = await readList(replica, open, new URLSearchParams())
    if (list === null) return null
    const { lead } = describeList(open.site, 'all')
    return answerPublicly(asked.request, asked.set, { type, body: writeLlms(open.site, lead, list.entries) })
  }

  async function showMarkdown(asked: PageRequest, open: OpenSite, address: string): Promise<Answer | null> {
    const post = await readFirst((from) => readMarkdown(from, open, address))
    if (post === null) return null
    if ('movedTo' in post) return answerMoved(asked.set, `${post.movedTo}.md`)
    return answerPublicly(asked.request, asked.set, {
      type: 'text/markdown; charset=utf-8',
      body: withMarkdownImageUrls(
        writeMarkdownPost(post.title, post.publishedAt, post.markdown),
        open.site.origin + open.site.root,
      ),
      headers: { Link: `<${urlOf(open.site, post.path)}>; rel="canonical"` },
    })
  }

  /** The picture of a link preview; an earlier address leads to the current one. */
  function showCard(asked: PageRequest, of: 'lists' | 'posts', file: string | null): Promise<Answer> {
    return whereOpen(asked, async (open) => {
      const { request, server, set } = asked
      const [, address = '', hash] = /^(.+)-([0-9a-f]{12})\.png$/.exec(file ?? '') ?? []
      const found = await readFirst((from) => findCard(from, open, of, address))
      if (found === null) return null
      if (hash !== found.hash) return answerMoved(set, found.path)
      Object.assign(set.headers, {
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Type': 'image/png',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        ETag: `"${hash}"`,
      })
      delete set.headers.Vary
      if (hasCopy(request, `"${hash}"`)) return new Response(null, { status: 304 })
      if (request.method === 'HEAD') return new Response(null)
      const client = clientAddress(request, server, ctx.config.trustProxy)
      return new Response(await drawCard(ctx, found, client))
    })
  }

  function showFeed(asked: PageRequest, file: FeedFile): Promise<Answer> {
    return whereOpen(asked, async (open) => {
      const feed = await readFeed(replica, open, file, queryOf(asked.request))
      if (feed === null) return null
      // Imported on first use: the library is large.
      const { writers } = await import('../../page/feeds.ts')
      const type = `${feeds[file].type}; charset=utf-8`
      return answerEverywhere(asked.request, asked.set, { type, body: writers[file](feed) })
    })
  }
}

/** Routes of the dashboard for the look of the public page. */
export function publicPageAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/public-page', 'Public page')
    .get('', ({ caller }) => getAppearance(ctx, caller.organization.id), {
      response: Appearance,
      detail: internal('getPublicPage', 'member', 'Get the appearance of the public page.'),
    })
    .patch('', ({ caller, body }) => updateAppearance(ctx, caller, body), {
      body: AppearancePatch,
      response: Appearance,
      detail: internal('updatePublicPage', 'admin', 'Change the appearance of the public page.'),
    })
    .get(
      '/preview',
      async ({ caller }) => {
        const open = await openSiteOf(ctx, await getSiteOwner(ctx, caller.organization.id))
        const list = await readList(ctx, open, new URLSearchParams())
        const { accent } = open.site
        const plain = list && { ...list, site: { ...list.site, accent: null } }
        return {
          html: plain ? drawList(plain, await filesOf(ctx.config)) : '',
          accent: accent && toCss(accent),
        }
      },
      {
        response: PagePreview,
        detail: internal('previewPublicPage', 'member', 'Get the list of the public page as HTML.'),
      },
    )
}

/** Routes of the dashboard for the domain of the public page. */
export function domainAppRoutes(ctx: Context) {
  return guarded(ctx, '/api/app/public-page/domain', 'Public page')
    .get('', ({ caller }) => getDomain(ctx, caller), {
      response: CustomDomain,
      detail: internal('getCustomDomain', 'member', 'Get the domain of the public page.'),
    })
    .put('', ({ caller, body }) => setDomain(ctx, caller, body.domain), {
      body: DomainBody,
      response: CustomDomain,
      detail: internal('setCustomDomain', 'admin', 'Set the domain of the public page.'),
    })
    .post('/verify', ({ caller }) => verifyDomain(ctx, caller), {
      response: CustomDomain,
      detail: internal('verifyCustomDomain', 'admin', 'Verify the domain by its DNS record.', {
        limits: [buckets.verifyDomain],
        refusals: { 404: 'No domain is set', 409: 'Another organization uses this domain' },
      }),
    })
    .delete('', ({ caller }) => deleteDomain(ctx, caller), {
      response: CustomDomain,
      detail: internal('deleteCustomDomain', 'admin', 'Remove the domain of the public page.'),
    })
}

/** Whether a domain serves a public page, for proxies that obtain certificates on demand. */
export function domainCheckRoutes(ctx: Context) {
  return new Elysia().get(
    '/.well-known/herald-domain',
    async ({ request, set }) => {
      const domain = new URL(request.url).searchParams.get('domain') ?? ''
      const isServed = domain.length <= 253 && (await findPageOf(ctx, domain.toLowerCase())) !== null
      set.headers['Content-Type'] = 'text/plain; charset=utf-8'
      set.status = isServed ? 200 : 404
      return isServed ? 'ok' : 'unknown domain'
    },
    hidden,
  )
}

/** What programs may read: everything but the dashboard and its requests. Only the file at the root of a host counts. */
export function robotsRoutes({ config: { basePath } }: Context) {
  const rules = ['/app', '/api'].map((path) => `Disallow: ${basePath}${path}/`)
  const body = ['User-agent: *', ...rules, ''].join('\n')
  return new Elysia().get(
    '/robots.txt',
    ({ request, set }) => answerPublicly(request, set, { type: 'text/plain; charset=utf-8', body }),
    hidden,
  )
}

const queryOf = (request: Request) => new URL(request.url).searchParams

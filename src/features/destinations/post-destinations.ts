import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { pathOfPost, type SitePost } from '../../markdown/site-files.ts'
import { compose } from '../../messages/compose.ts'
import { describePost, type PostMessage } from '../../messages/post-message.ts'
import { readTeaser } from '../../page/content.ts'
import { printableLine } from '../../text/line.ts'
import { integrations } from '../integrations/table.ts'
import type { Caller } from '../keys/model.ts'
import { publicUrlOf } from '../organizations/public-url.ts'
import { organizations } from '../organizations/table.ts'
import { posts } from '../posts/table.ts'
import { formatDestinationKey } from './destination-key.ts'
import { readAddress, unreadableAddress } from './message-destinations.ts'
import type { PostDestination } from './model.ts'
import { listPullRequests } from './pull-requests.ts'
import { destinations, postDeliveries } from './table.ts'

type Post = typeof posts.$inferSelect
type Owner = Pick<Caller, 'organization'>

/** The post, if it is published: nothing else is sent. */
export async function getPublished(ctx: Context, { organization }: Owner, postId: string): Promise<Post> {
  const post = await findPost(ctx, organization.id, postId)
  if (!post) throw notFound('Post not found')
  if (post.markdown === null) throw badRequest('Only text posts can be sent')
  if (post.status !== 'published') throw conflict('Publish the post before you send it')
  return post
}

async function findPost(ctx: Context, organizationId: string, postId: string): Promise<Post | undefined> {
  const [post] = await ctx.db
    .select()
    .from(posts)
    .where(and(eq(posts.organizationId, organizationId), eq(posts.id, postId)))
  return post
}

/** The destinations of a post, each with its preview and its last delivery. */
export async function listPostDestinations(
  ctx: Context,
  caller: Owner,
  postId: string,
): Promise<{ targets: PostDestination[] }> {
  const organizationId = caller.organization.id
  const post = await findPost(ctx, organizationId, postId)
  if (!post) throw notFound('Post not found')
  if (post.markdown === null) return { targets: [] }
  const [addresses, used, release, proposals, deliveries, news] = await Promise.all([
    ctx.db
      .select()
      .from(destinations)
      .where(eq(destinations.organizationId, organizationId))
      .orderBy(asc(destinations.createdAt)),
    findUsed(ctx, organizationId),
    findRelease(ctx, post),
    listPullRequests(ctx, organizationId),
    ctx.db.select().from(postDeliveries).where(eq(postDeliveries.postId, postId)),
    toPostMessage(ctx, post),
  ])
  const deliveryTo = (target: string) => {
    const row = deliveries.find((each) => each.target === target)
    if (!row) return null
    const { status, remoteUrl, error, updatedAt } = row
    return { status, remoteUrl, error, updatedAt: updatedAt.toISOString() }
  }
  const messages = addresses.map((row) => {
    const target = formatDestinationKey('message', row.id)
    const address = readAddress(ctx, row)
    const preview = address
      ? compose(row.service, address, describePost(news), row.id).preview
      : unreadableAddress
    const delivery = deliveryTo(target)
    return {
      target,
      kind: 'message' as const,
      name: row.name,
      preview,
      isNew: !used.includes(row.id),
      delivery,
    }
  })
  const pullRequests = proposals.map(({ id, repository, path }) => {
    const target = formatDestinationKey('pull-request', id)
    const file = pathOfPost(path, toSitePost(post, news.summary))
    return {
      ...{ target, kind: 'pull-request' as const, name: repository, preview: file, isNew: false },
      delivery: deliveryTo(target),
    }
  })
  const releases = (release ? [release] : []).map(({ integrationId, repository, tagName }) => {
    const target = formatDestinationKey('github-release', integrationId)
    return {
      ...{ target, kind: 'github-release' as const, name: `${repository}, release ${tagName}` },
      ...{ preview: tagName, isNew: false, delivery: deliveryTo(target) },
    }
  })
  return { targets: [...releases, ...pullRequests, ...messages] }
}

/** The post as the file of a site. */
export const toSitePost = (post: Post, summary: string): SitePost => ({
  title: printableLine(post.title),
  slug: post.slug ?? post.id,
  description: summary,
  publishedAt: post.publishedAt ?? post.updatedAt,
  updatedAt: post.updatedAt,
  markdown: post.markdown ?? '',
})

/** The addresses that took a message before. */
async function findUsed(ctx: Context, organizationId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: destinations.id })
    .from(destinations)
    .where(
      and(
        eq(destinations.organizationId, organizationId),
        sql`exists (select 1 from ${postDeliveries} where ${postDeliveries.destinationId} = ${destinations.id} and ${postDeliveries.status} = 'sent')`,
      ),
    )
  return rows.map(({ id }) => id)
}

export type ReleaseDestination = { integrationId: string; repository: string; tagName: string }

/**
 * The release that a changelog describes: the tag at the end of its range, in its only repository, if that is connected
 * at GitHub.
 */
export async function findRelease(ctx: Context, post: Post): Promise<ReleaseDestination | null> {
  const metadata = post.sourceMetadata
  const range = metadata?.range as { to?: unknown } | undefined
  const sources = metadata?.repositories
  const tagName = typeof range?.to === 'string' ? range.to : ''
  const [source, ...others] = Array.isArray(sources) ? (sources as { owner?: unknown; repo?: unknown }[]) : []
  // The end of other ranges is a commit.
  if (!source || others.length > 0 || tagName === '' || /^[0-9a-f]{40}$/.test(tagName)) return null
  const names = [source.owner, source.repo].map((name) => String(name).toLowerCase())
  const [row] = await ctx.db
    .select({ id: integrations.id, owner: integrations.owner, repo: integrations.repo })
    .from(integrations)
    .where(
      and(
        eq(integrations.organizationId, post.organizationId),
        inArray(integrations.provider, ['github']),
        sql`lower(${integrations.owner}) = ${names[0]}`,
        sql`lower(${integrations.repo}) = ${names[1]}`,
      ),
    )
  return row ? { integrationId: row.id, repository: `${row.owner}/${row.repo}`, tagName } : null
}

/** The content of messages about a post. */
export async function toPostMessage(ctx: Context, post: Post): Promise<PostMessage> {
  const [organization] = await ctx.db
    .select({
      id: organizations.id,
      slug: organizations.slug,
      name: organizations.name,
      publicPage: organizations.publicPage,
    })
    .from(organizations)
    .where(eq(organizations.id, post.organizationId))
  const hasPage = post.contentType === 'changelog' || post.contentType === 'blog_post'
  const page = organization?.publicPage && hasPage ? await publicUrlOf(ctx, organization) : null
  const { summary, highlights } = readTeaser(post.content.slice(0, 20_000))
  return {
    id: post.id,
    title: printableLine(post.title),
    url: page && `${page}/${post.slug ?? post.id}`,
    publishedAt: (post.publishedAt ?? post.updatedAt).toISOString(),
    summary: summary ?? '',
    highlights: highlights.map(({ title }) => title),
    markdown: post.markdown ?? '',
    organization: organization?.name ?? '',
  }
}

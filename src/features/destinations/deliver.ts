import { eq } from 'drizzle-orm'
import type { Repository } from '../../changelog/activity.ts'
import type { GitHub } from '../../codehost/github.ts'
import { CodeHostError } from '../../codehost/github-error.ts'
import type { Context } from '../../context.ts'
import { ExplainedError, giveUp, RetryAt } from '../../errors.ts'
import { withMarkdownImageUrls } from '../../image/address.ts'
import { prependPost } from '../../markdown/changelog-section.ts'
import { SectionError, writeSection } from '../../markdown/marked-section.ts'
import { pathOfPost, withoutTitle, writeSiteFile } from '../../markdown/site-files.ts'
import { compose } from '../../messages/compose.ts'
import { describePost } from '../../messages/post-message.ts'
import { hideAddress, readAnswer } from '../../messages/read-answer.ts'
import { FetchError } from '../../net/fetch-error.ts'
import { AnswerLost, postJson } from '../../net/post-json.ts'
import { openHost, ownToken, repositoryOf } from '../integrations/code-host-access.ts'
import { getIntegration } from '../integrations/record.ts'
import { posts } from '../posts/table.ts'
import { parseDestinationKey } from './destination-key.ts'
import { readAddress, unreadableAddress } from './message-destinations.ts'
import { findRelease, toPostMessage, toSitePost } from './post-destinations.ts'
import { type Delivery, type DeliveryAttempt, findOpen, setFailed, setState } from './record.ts'
import { destinations, pullRequestDestinations } from './table.ts'

type Post = typeof posts.$inferSelect

/** Sends a post, and stores the result. Throws if nothing was sent and a retry may succeed. */
export async function deliver(ctx: Context, attempt: DeliveryAttempt, signal: AbortSignal) {
  const delivery = await findOpen(ctx, attempt)
  if (!delivery) return
  // The process ended between sending and storing the result.
  if (delivery.status === 'sending') {
    await setState(ctx, attempt, { status: 'unknown', error: maybeSent })
    return
  }
  const [post] = await ctx.db.select().from(posts).where(eq(posts.id, delivery.postId))
  if (post?.status !== 'published') {
    await setFailed(ctx, attempt, 'The post is no longer published.')
    return
  }
  const send = senders[parseDestinationKey(delivery.target).kind]
  await send(ctx, attempt, delivery, post, signal)
}

const senders = { 'github-release': updateRelease, 'pull-request': propose, message: sendMessage }

const maybeSent = 'Herald was stopped while it sent this. The message may have been sent.'

/** Idempotent: reads the release before writing. */
async function updateRelease(
  ctx: Context,
  attempt: DeliveryAttempt,
  { integrationId }: Delivery,
  post: Post,
  signal: AbortSignal,
) {
  const release = await findRelease(ctx, post)
  if (!release || release.integrationId !== integrationId) {
    await setFailed(ctx, attempt, 'The post no longer describes a release of this repository.')
    return
  }
  const { url } = await toPostMessage(ctx, post)
  const markdown = withMarkdownImageUrls(post.markdown ?? '', ctx.config.appUrl)
  await atHost(
    ctx,
    attempt,
    { organizationId: post.organizationId, integrationId, signal },
    (host, repository) =>
      host.writeReleaseBody(repository, release.tagName, (body) =>
        writeSection(body, { id: post.id, markdown: withoutTitle({ markdown, title: post.title }), url }),
      ),
  )
}

/** Idempotent: reads the branch before writing. */
async function propose(
  ctx: Context,
  attempt: DeliveryAttempt,
  { target, remotePath }: Delivery,
  post: Post,
  signal: AbortSignal,
) {
  const [row] = await ctx.db
    .select()
    .from(pullRequestDestinations)
    .where(eq(pullRequestDestinations.id, parseDestinationKey(target).id))
  if (!row) {
    await setFailed(ctx, attempt, 'The repository was removed from the destinations.')
    return
  }
  const { organizationId, integrationId, site, path } = row
  const { summary, url } = await toPostMessage(ctx, post)
  const markdown = withMarkdownImageUrls(post.markdown ?? '', ctx.config.appUrl)
  const file = { ...toSitePost(post, summary), markdown }
  await atHost(ctx, attempt, { organizationId, integrationId, signal }, async (host, repository, base) => {
    const filePath = pathOfPost(path, file)
    const proposed = await host.proposeFile(repository, {
      branch: `herald/${post.id}-${row.id}`,
      base,
      path: filePath,
      earlierPath: remotePath === filePath ? null : remotePath,
      edit: (existing) =>
        site === 'changelog'
          ? prependPost(existing ?? '', { ...file, id: post.id })
          : writeSiteFile(site, filePath, file),
      title: file.title,
      body: [summary, url].filter(Boolean).join('\n\n'),
    })
    // The base has the file: an earlier pull request was merged.
    return { ...(proposed ?? { id: base, url: null }), path: filePath }
  })
}

type RemoteMessage = { id: string; url: string | null; path?: string }
type AtHost = { organizationId: string; integrationId: string; signal: AbortSignal }

/** Writes at the code host with the token of the repository, and stores the result or why there is none. */
async function atHost(
  ctx: Context,
  attempt: DeliveryAttempt,
  { organizationId, integrationId, signal }: AtHost,
  write: (host: GitHub, repository: Repository, base: string) => Promise<RemoteMessage>,
) {
  const integration = await getIntegration(ctx, organizationId, integrationId)
  const repository = repositoryOf(integration)
  // The operator's token may only read.
  if (ownToken(ctx, integration) === null && !integration.viaApp) {
    const name = `${repository.owner}/${repository.name}`
    await setFailed(
      ctx,
      attempt,
      `The token of ${name} is missing or cannot write. Add one under Repositories.`,
    )
    return
  }
  const host = await openHost(ctx, integration, { signal })
  const base = integration.branch ?? integration.defaultBranch ?? 'main'
  try {
    const { id, url, path = null } = await write(host, repository, base)
    await setState(ctx, attempt, {
      status: 'sent',
      remoteId: id,
      remoteUrl: url,
      remotePath: path,
      error: null,
    })
  } catch (error) {
    if (error instanceof SectionError) await setFailed(ctx, attempt, error.message)
    else if (error instanceof CodeHostError && error.reason === 'rate_limited' && error.retryAt)
      throw new RetryAt(error.retryAt, error.message)
    else if (error instanceof CodeHostError && !retryableReasons.includes(error.reason))
      throw giveUp(error.message)
    else throw error
  }
}

const retryableReasons: CodeHostError['reason'][] = ['unreachable', 'failed', 'rate_limited']

/** A message cannot be found again, so it is marked before it is sent, and never sent twice. */
async function sendMessage(
  ctx: Context,
  attempt: DeliveryAttempt,
  { destinationId, requestedAt }: Delivery,
  post: Post,
  signal: AbortSignal,
) {
  const [row] = await ctx.db
    .select()
    .from(destinations)
    .where(eq(destinations.id, destinationId ?? ''))
  if (!row) return
  const { service } = row
  const address = readAddress(ctx, row)
  if (!address) {
    await setFailed(ctx, attempt, unreadableAddress)
    return
  }
  const message = compose(service, address, describePost(await toPostMessage(ctx, post)), attempt.deliveryId)
  await setState(ctx, attempt, { status: 'sending' })
  try {
    const answer = await postJson(ctx, message.url, { ...message, signal })
    const outcome = readAnswer(service, { ...answer, text: hideAddress(answer.text, address) })
    if (outcome.kind === 'sent')
      await setState(ctx, attempt, { status: 'sent', remoteId: outcome.remoteId, error: null })
    else if (outcome.kind === 'refused') {
      await setFailed(ctx, attempt, outcome.reason)
      ctx.log.warn(
        { destinationId, reason: outcome.reason },
        'A message about a post was refused and is not sent again. Check the address of the destination.',
      )
    } else if (outcome.kind === 'unknown')
      await setState(ctx, attempt, { status: 'unknown', error: outcome.reason })
    else throw toRetry(ctx, outcome, requestedAt)
  } catch (error) {
    if (error instanceof AnswerLost) {
      await setState(ctx, attempt, { status: 'unknown', error: error.message })
      return
    }
    // Nothing was accepted: the next attempt may send it.
    await setState(ctx, attempt, { status: 'queued' })
    if (error instanceof FetchError && error.reason !== 'unreachable') throw giveUp(error.message)
    throw error
  }
}

/** How long a service may ask to wait. */
const maxWaitMs = 24 * 60 * 60 * 1000
/** A server that always asks to wait a second is not asked all day. */
const minWaitMs = 60_000

function toRetry(
  ctx: Context,
  { reason, seconds }: { reason: string; seconds: number | null },
  requestedAt: Date,
): Error {
  if (ctx.now().getTime() - requestedAt.getTime() > maxWaitMs) return giveUp(reason)
  if (seconds === null) return new ExplainedError(reason)
  return new RetryAt(new Date(ctx.now().getTime() + Math.max(minWaitMs, 1000 * seconds)), reason)
}

import { createHmac } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { standardRetentionDays } from '../../features/organizations/table.ts'
import { webhookLogs } from '../../features/webhooks/table.ts'
import { type DatedMerge, dateMerges, dateOf, dateRelease } from './dates.ts'
import { history } from './history.ts'
import type { Sample } from './sample.ts'

/**
 * Sends a release for each tag, and what a webhook delivered since the last but one: a push for each merge, one to
 * another branch and one with a bad signature. Releases start runs. Each delivery gets the time of its event.
 */
export async function deliverHistory(ctx: Context, sample: Sample): Promise<void> {
  const { now } = sample
  const merges = dateMerges(now)
  const deliver = async (at: Date, event: string, payload: object, webhook = sample.webhook) => {
    const id = await post(webhook, event, { ...about(sample), ...payload })
    await ctx.db.update(webhookLogs).set({ createdAt: at }).where(eq(webhookLogs.referenceId, id))
  }
  const pushes = async (tag: string | null) => {
    for (const merge of merges.filter((merge) => merge.tag === tag))
      await deliver(merge.at, 'push', pushOf(sample, 'refs/heads/main', merge))
  }
  const tags = history.slice(1).flatMap(({ tag }) => tag ?? [])
  for (const tag of tags) {
    const at = dateRelease(now, tag)
    if (tag === tags.at(-1)) await pushes(tag)
    await deliver(at, 'release', releaseOf(sample, tag, at))
  }
  const [first] = merges.filter(({ tag }) => tag === null)
  if (first) {
    const stray = { ...first, title: 'docs: describe how to place the widget' }
    const another = { ...sample.webhook, secret: 'another secret' }
    await deliver(first.at, 'push', pushOf(sample, 'refs/heads/docs', stray))
    await deliver(first.at, 'push', pushOf(sample, 'refs/heads/main', first), another)
  }
  await pushes(null)
}

/** Deletes the deliveries that a server would have deleted by now. */
export async function deleteOldDeliveries(ctx: Context, organizationId: string): Promise<void> {
  const since = dateOf(ctx.now(), standardRetentionDays)
  await ctx.db
    .delete(webhookLogs)
    .where(and(eq(webhookLogs.organizationId, organizationId), lt(webhookLogs.createdAt, since)))
}

const about = ({ repository }: Sample) => ({
  repository: { id: 1, full_name: repository.fullName, default_branch: 'main' },
  sender: { login: 'ada' },
})

function pushOf({ url }: Sample, ref: string, { number, title, at }: DatedMerge) {
  const id = number.toString(16).padStart(40, 'c0ffee')
  const commit = {
    id,
    message: `${title} (#${number})`,
    timestamp: at.toISOString(),
    url: `${url}/commit/${id}`,
    author: { name: 'Ada', email: 'ada@example.com' },
  }
  return { ref, commits: [commit], head_commit: commit }
}

const releaseOf = ({ url }: Sample, tag: string, at: Date) => ({
  action: 'published',
  release: {
    tag_name: tag,
    name: tag,
    body: null,
    draft: false,
    prerelease: false,
    published_at: at.toISOString(),
    html_url: `${url}/releases/${tag}`,
  },
})

/** Sends a delivery and returns its id. */
async function post({ url, secret }: Sample['webhook'], event: string, payload: object): Promise<string> {
  const id = crypto.randomUUID()
  const body = JSON.stringify(payload)
  await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  })
  return id
}

import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { printableLine, shorten } from '../../text/line.ts'
import { failuresBeforePause } from '../automations/rules.ts'
import type { eventKinds } from './table.ts'

/** What a digest lists in addition to the events. */
export type NewsKind = (typeof eventKinds)[number] | 'published'

type Span = { organizationId: string; from: Date; to: Date }

/** How long a run may take: failed runs are found by the time when they began. */
const longestRunMs = 24 * 60 * 60 * 1000

/** New records of a kind: their number, and the title of the newest. Each reads an index from its newest entry. */
const queries: Record<NewsKind, (span: Span) => SQL> = {
  draft: ({ organizationId, from, to }) => sql`
    select count(*) as count, title, max(created_at) from posts
    where organization_id = ${organizationId} and status = 'draft'
      and created_at > ${from.getTime()} and created_at <= ${to.getTime()}`,
  run: ({ organizationId, from, to }) => sql`
    select count(*) as count, error as title, max(completed_at) from generation_jobs
    where organization_id = ${organizationId} and status = 'failed'
      and created_at > ${from.getTime() - longestRunMs}
      and completed_at > ${from.getTime()} and completed_at <= ${to.getTime()}`,
  automation: ({ organizationId, from, to }) => sql`
    select count(*) as count, name as title, max(failed_at) from automations
    where organization_id = ${organizationId} and enabled = 0 and failure_count >= ${failuresBeforePause}
      and failed_at > ${from.getTime()} and failed_at <= ${to.getTime()}`,
  feedback: ({ organizationId, from, to }) => sql`
    select count(*) as count, coalesce(title, message) as title, max(created_at) from feedback
    where organization_id = ${organizationId} and similar_to is null
      and created_at > ${from.getTime()} and created_at <= ${to.getTime()}`,
  brief: ({ organizationId, from, to }) => sql`
    select count(*) as count, working_title as title, max(geo_briefs.created_at) from geo_briefs
    where project_id in (select id from projects where organization_id = ${organizationId})
      and status = 'draft'
      and geo_briefs.created_at > ${from.getTime()} and geo_briefs.created_at <= ${to.getTime()}`,
  approval: ({ organizationId, from, to }) => sql`
    select count(*) as count, tool as title, max(created_at) from approvals
    where organization_id = ${organizationId} and status = 'open'
      and created_at > ${from.getTime()} and created_at <= ${to.getTime()}`,
  visibility: ({ organizationId, from, to }) => sql`
    select count(*) as count, title, max(moved_at) from visibility_moves
    where organization_id = ${organizationId}
      and moved_at > ${from.getTime()} and moved_at <= ${to.getTime()}`,
  published: ({ organizationId, from, to }) => sql`
    select count(*) as count, title, max(published_at) from posts
    where organization_id = ${organizationId} and status = 'published'
      and content_type in ('changelog', 'blog_post')
      and published_at > ${from.getTime()} and published_at <= ${to.getTime()}`,
}

const nouns: Record<NewsKind, { one: string; many: string; path: string }> = {
  draft: { one: 'New draft', many: 'new drafts', path: '/posts?status=draft' },
  run: { one: 'Failed run', many: 'failed runs', path: '/activity' },
  automation: { one: 'Paused trigger or schedule', many: 'paused triggers and schedules', path: '/triggers' },
  feedback: { one: 'New feedback', many: 'new feedback entries', path: '/feedback' },
  brief: { one: 'Brief to review', many: 'briefs to review', path: '/geo/write' },
  approval: { one: 'Pending approval', many: 'pending approvals', path: '/chats' },
  visibility: { one: 'AI visibility changed', many: 'changes in AI visibility', path: '/geo' },
  published: { one: 'Published', many: 'published posts', path: '/posts?status=published' },
}

/** One line about all new records of a kind, and the page of the dashboard that shows them. */
export type Line = {
  text: string
  path: string
  /** The message links to the page next to the line. */
  isReport?: boolean
}

/** The lines about what is new; none for a kind without new records. */
export async function findNews(ctx: Context, kinds: readonly NewsKind[], span: Span): Promise<Line[]> {
  const lines: Line[] = []
  for (const kind of kinds) {
    const [found] = await ctx.db.all<{ count: number; title: string | null }>(queries[kind](span))
    if (!found || found.count === 0) continue
    const { one, many, path } = nouns[kind]
    const title = shorten(printableLine(found.title ?? ''), 120)
    const text = found.count === 1 ? one : `${found.count} ${many}, the newest`
    lines.push({ text: title ? `${text}: ${title}` : text, path })
  }
  return lines
}

import { t } from 'elysia'
import { commaList, integer, oneOf, optional, text } from '../../http/fields.ts'
import { Pagination, pageQuery, sortField } from '../../http/paging.ts'
import { Organization } from '../organizations/model.ts'
import { contentTypes, postStatuses, type posts } from './table.ts'
import { TextFault } from './text-fault.ts'

export const titleLength = 120
export const slugLength = 160
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

export const Post = t.Object({
  id: t.String(),
  collectionId: t.Nullable(t.String()),
  title: t.String(),
  slug: t.Nullable(t.String()),
  content: t.String(),
  htmlUrl: t.Nullable(t.String()),
  markdown: t.Nullable(t.String()),
  rawHtml: t.Nullable(t.String()),
  recommendations: t.Nullable(t.String()),
  contentType: oneOf(contentTypes),
  sourceMetadata: t.Nullable(t.Record(t.String(), t.Any())),
  status: oneOf(postStatuses),
  createdAt: t.String(),
  updatedAt: t.String(),
  /** The faults at the last check. Absent for posts without faults when written, and in lists. */
  faults: t.Optional(t.Array(TextFault)),
  /** When the text was last checked. */
  checkedAt: t.Optional(t.String()),
})

/** A post in the form that other lists show. */
export const PostSummary = t.Object({ id: t.String(), title: t.String(), status: oneOf(postStatuses) })
export type PostSummary = typeof PostSummary.static

/** The number of changes that a post accounts for, by placement; the three add up to all. */
export const LedgerCounts = t.Object({
  changes: integer,
  highlighted: integer,
  listed: integer,
  omitted: integer,
})
export type LedgerCounts = typeof LedgerCounts.static

/** The number of faults at the last check; null for a post that is not checked. */
export const FaultCounts = t.Nullable(t.Object({ blocking: integer, minor: integer }))

/** A post in lists of the dashboard: without its texts, and with its ledger as counts. */
export const ListedPost = t.Object({
  ...PostSummary.properties,
  faults: FaultCounts,
  contentType: oneOf(contentTypes),
  brandVoiceName: t.Nullable(t.String()),
  ledger: t.Nullable(LedgerCounts),
  createdAt: t.String(),
})
export type ListedPost = typeof ListedPost.static

/** How a post was created, from its metadata. */
export type PostOrigin = {
  triggerId?: string | null
  triggerSourceType?: string | null
  lookbackWindow?: string | null
  eventType?: string | null
  /** The end of a changelog's range; the tag of a release. */
  rangeEnd?: string | null
  repositories?: { owner: string; repo: string }[] | null
}

export const PostPage = t.Object({ posts: t.Array(Post), pagination: Pagination, organization: Organization })
export const ListedPosts = t.Object({ posts: t.Array(ListedPost), pagination: Pagination })
export const OnePost = t.Object({ post: t.Nullable(Post), organization: Organization })
export const DeletedPost = t.Object({ id: t.String(), organization: Organization })

/** Filters of a list of posts. An empty filter uses its default (contract 5.4). */
export const PostQuery = t.Object({
  ...pageQuery(10),
  sort: sortField,
  status: commaList('status', {
    choices: postStatuses,
    description: 'Statuses, separated by commas. Default: published.',
  }),
  contentType: commaList('contentType', {
    choices: contentTypes,
    description: 'Content types, separated by commas. Default: all.',
  }),
  brandIdentityId: commaList('brandIdentityId', {
    description: 'Ids of brand identities, separated by commas.',
  }),
})
export type PostQuery = typeof PostQuery.static

/** The fields that can be changed. The service checks rules that need the post itself (contract 5.6). */
export const PostPatch = t.Object({
  title: t.Optional(text('title', 1, titleLength)),
  slug: optional(
    text('slug', 1, slugLength, {
      pattern: [slugPattern, 'Slug must contain lowercase letters, numbers, and hyphens only'],
    }),
  ),
  markdown: t.Optional(text('markdown', 1, 100_000, { isVerbatim: true })),
  status: t.Optional(oneOf(postStatuses, { error: 'status must be draft or published' })),
  expectedUpdatedAt: t.Optional(
    text('expectedUpdatedAt', 24, 24, {
      description:
        'The updatedAt that was read. If the post has changed since, nothing is updated, with 409.',
      pattern: [
        /^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/,
        'expectedUpdatedAt must be the updatedAt of a post',
      ],
    }),
  ),
})
export type PostPatch = typeof PostPatch.static

export const Original = t.Object({ markdown: t.Nullable(t.String()) })

/** The picture of a post: another post, which is published separately. */
export const Picture = t.Object({ id: t.String(), url: t.String(), status: oneOf(postStatuses) })
export type Picture = typeof Picture.static
export const PictureOfPost = t.Object({ picture: t.Nullable(Picture) })

/** Counts a ledger's entries by placement; null without a ledger. */
export function toLedgerCounts(placements: Record<string, number>): LedgerCounts | null {
  const { highlight: highlighted = 0, listed = 0, omitted = 0 } = placements
  const changes = highlighted + listed + omitted
  return changes > 0 ? { changes, highlighted, listed, omitted } : null
}

type ListedRow = Pick<typeof posts.$inferSelect, 'id' | 'title' | 'status' | 'contentType' | 'createdAt'> & {
  brandVoiceName: string | null
  placements: string
  faultCounts: string | null
}

export function toListedPost({ placements, faultCounts, createdAt, ...row }: ListedRow): ListedPost {
  return {
    ...row,
    faults: toFaultCounts(faultCounts),
    ledger: toLedgerCounts(JSON.parse(placements)),
    createdAt: createdAt.toISOString(),
  }
}

export function toPost(row: typeof posts.$inferSelect): typeof Post.static {
  return {
    id: row.id,
    collectionId: row.collectionId,
    title: row.title,
    slug: row.slug,
    content: row.content,
    htmlUrl: row.htmlUrl,
    markdown: row.markdown,
    rawHtml: row.rawHtml,
    recommendations: row.recommendations,
    contentType: row.contentType,
    sourceMetadata: withoutOriginal(row.sourceMetadata),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Removes the original text from the metadata. A separate route returns it. */
function withoutOriginal(metadata: Record<string, unknown> | null) {
  if (metadata?.original === undefined) return metadata
  const { original, ...rest } = metadata
  return rest
}

/** Parses the counts of faults from the database. */
export const toFaultCounts = (counts: string | null): ListedPost['faults'] =>
  counts === null ? null : JSON.parse(counts)

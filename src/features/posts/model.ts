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
  /** What the last check found in a text that was written with faults. Other posts and lists leave it out. */
  faults: t.Optional(t.Array(TextFault)),
  /** When the text was last checked. */
  checkedAt: t.Optional(t.String()),
})

/** A post as it is shown beside something else. */
export const PostSummary = t.Object({ id: t.String(), title: t.String(), status: oneOf(postStatuses) })
export type PostSummary = typeof PostSummary.static

/** How many changes a post accounts for, and where they went; the three add up to all. */
export const LedgerCounts = t.Object({
  changes: integer,
  highlighted: integer,
  listed: integer,
  omitted: integer,
})
export type LedgerCounts = typeof LedgerCounts.static

/** How many faults the last check of a post found; null for a post that is not checked. */
export const FaultCounts = t.Nullable(t.Object({ blocking: integer, minor: integer }))

/** A post as lists of the dashboard show it: without its texts, its ledger as counts. */
export const ListedPost = t.Object({
  ...PostSummary.properties,
  faults: FaultCounts,
  contentType: oneOf(contentTypes),
  brandVoiceName: t.Nullable(t.String()),
  ledger: t.Nullable(LedgerCounts),
  createdAt: t.String(),
})
export type ListedPost = typeof ListedPost.static

/** How a post came about, as far as its metadata says so. */
export type PostOrigin = {
  triggerId?: string | null
  triggerSourceType?: string | null
  lookbackWindow?: string | null
  eventType?: string | null
  /** Where the range of a changelog ends: of a release, its tag. */
  rangeEnd?: string | null
  repositories?: { owner: string; repo: string }[] | null
}

export const PostPage = t.Object({ posts: t.Array(Post), pagination: Pagination, organization: Organization })
export const ListedPosts = t.Object({ posts: t.Array(ListedPost), pagination: Pagination })
export const OnePost = t.Object({ post: t.Nullable(Post), organization: Organization })
export const DeletedPost = t.Object({ id: t.String(), organization: Organization })

/** Which posts a list is of; an empty filter stands for its default (contract 5.4). */
export const PostQuery = t.Object({
  ...pageQuery(10),
  sort: sortField,
  status: commaList('status', {
    choices: postStatuses,
    description: 'Statuses, separated by commas; published ones alone unless given.',
  }),
  contentType: commaList('contentType', {
    choices: contentTypes,
    description: 'Content types, separated by commas; every type unless given.',
  }),
  brandIdentityId: commaList('brandIdentityId', {
    description: 'Ids of the brand identities they were written in, separated by commas.',
  }),
})
export type PostQuery = typeof PostQuery.static

/** What can be changed; the rules that need the post itself are in the service (contract 5.6). */
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
      description: 'Its updatedAt as it was read: a post that has another by now is left as it is, with 409.',
      pattern: [
        /^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/,
        'expectedUpdatedAt must be the updatedAt of a post',
      ],
    }),
  ),
})
export type PostPatch = typeof PostPatch.static

export const Original = t.Object({ markdown: t.Nullable(t.String()) })

/** The picture that stands for a post elsewhere: a post of its own, which is published on its own. */
export const Picture = t.Object({ id: t.String(), url: t.String(), status: oneOf(postStatuses) })
export type Picture = typeof Picture.static
export const PictureOfPost = t.Object({ picture: t.Nullable(Picture) })

/** The counts of a ledger by where its entries stand; null where a post has none. */
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

/** What a post was before anybody changed it is kept among its metadata, and told by a route of its own. */
function withoutOriginal(metadata: Record<string, unknown> | null) {
  if (metadata?.original === undefined) return metadata
  const { original, ...rest } = metadata
  return rest
}

/** Counts of faults as the database gives them. */
export const toFaultCounts = (counts: string | null): ListedPost['faults'] =>
  counts === null ? null : JSON.parse(counts)

import { t } from 'elysia'
import { commaList, integer, integerWith, oneOf, optional, text } from '../../http/fields.ts'
import { Pagination, pageQuery, sortField } from '../../http/paging.ts'
import { contentTypes } from '../../writer/content-types.ts'
import { Organization } from '../organizations/model.ts'
import { postStatuses, type posts, versionKinds } from './table.ts'
import { TextFault } from './text-fault.ts'

export const titleLength = 120
export const slugLength = 160
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

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
  publishedAt: t.Nullable(t.String({ description: 'When the post was first published; null for a draft.' })),
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

export const DraftEditsQuery = t.Object({
  contentType: t.Optional(oneOf(contentTypes, { description: 'Default: all types.' })),
})
export type DraftEditsQuery = typeof DraftEditsQuery.static

/** How much of the published drafts was changed before publication. */
export const DraftEdits = t.Object({
  days: integerWith({ description: 'The length of the window that ends now.' }),
  posts: integerWith({
    description: 'The drafts by Herald that were published for the first time in the window.',
  }),
  lines: integerWith({ description: 'Their lines that are not blank, as Herald wrote them.' }),
  edits: integerWith({ description: 'The lines that were deleted, rewritten or added before publication.' }),
  editsPer100Lines: t.Nullable(t.Number({ description: 'Null if nothing was published.' })),
  interval: t.Nullable(t.Object({ low: t.Number(), high: t.Number() }), {
    description: 'The 95% interval of editsPer100Lines; null with fewer than ten posts.',
  }),
})
export type DraftEdits = typeof DraftEdits.static

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
    description: 'IDs of brand identities, separated by commas.',
  }),
  search: t.Optional(
    text('search', 0, 200, {
      description:
        'Words that the title or the Markdown must contain; the last one may be incomplete. At most the newest 5,000 of these posts are listed.',
    }),
  ),
})
export type PostQuery = typeof PostQuery.static

const slug = optional(
  text('slug', 1, slugLength, {
    pattern: [slugPattern, 'Slug must contain lowercase letters, numbers, and hyphens only'],
  }),
)

/** The fields that can be changed. The service checks rules that need the post itself (contract 5.6). */
export const PostPatch = t.Object({
  title: t.Optional(text('title', 1, titleLength)),
  slug,
  markdown: t.Optional(text('markdown', 1, 100_000, { isVerbatim: true })),
  status: t.Optional(oneOf(postStatuses, { error: 'status must be draft or published' })),
  expectedUpdatedAt: t.Optional(
    text('expectedUpdatedAt', 24, 24, {
      description:
        'The `updatedAt` that you read. If the post has changed since, the response is 409 and nothing is updated.',
      pattern: [
        /^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/,
        'expectedUpdatedAt must be the updatedAt of a post',
      ],
    }),
  ),
})
export type PostPatch = typeof PostPatch.static

const instant = (name: string, description: string) =>
  text(name, 1, 60, {
    description,
    example: '2026-12-01T09:00:00+01:00',
    error: `${name} is required`,
    pattern: [
      /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/,
      `${name} must be an ISO 8601 time with an offset`,
    ],
  })

const version = (name: string) =>
  text(name, 24, 24, {
    pattern: [/^\d{4}(-\d\d){2}T(\d\d:){2}\d\d\.\d{3}Z$/, `${name} must be the updatedAt of a post`],
  })

/** Types of posts that can be written by hand: a picture is drawn. */
export const writtenTypes = ['changelog', 'blog_post', 'linkedin_post', 'twitter_post'] as const

/** A post written by a person or a program. The first heading is the title if none is sent; a draft can be empty. */
export const PostBody = t.Object({
  contentType: oneOf(writtenTypes, {
    error: 'contentType must be changelog, blog_post, linkedin_post or twitter_post',
  }),
  title: optional(text('title', 1, titleLength)),
  /** Made from the title if it is missing. */
  slug,
  markdown: t.Optional(
    text('markdown', 1, 100_000, {
      isVerbatim: true,
      description: 'The post in Markdown. Required unless you create an empty draft.',
    }),
  ),
  status: t.Optional(oneOf(postStatuses, { error: 'status must be draft or published' })),
})
export type PostBody = typeof PostBody.static

/** The edited text of a published post. */
export const RevisionBody = t.Object({
  title: text('title', 1, titleLength),
  markdown: text('markdown', 1, 100_000, { isVerbatim: true }),
  expectedUpdatedAt: version('expectedUpdatedAt'),
})
export type RevisionBody = typeof RevisionBody.static

/** The versions of the unpublished and of the published text that the editor has read. */
export const RevisionPublication = t.Object({
  expectedUpdatedAt: version('expectedUpdatedAt'),
  publishedVersion: version('publishedVersion'),
})
export type RevisionPublication = typeof RevisionPublication.static

export const EditedPost = t.Object({
  post: t.Nullable(Post),
  revision: t.Nullable(
    t.Object({ author: t.Nullable(t.String()), basedOn: t.String(), publishedVersion: t.String() }),
  ),
})

export const VersionList = t.Object({
  versions: t.Array(
    t.Object({
      number: integer,
      kind: oneOf(versionKinds),
      title: t.String(),
      author: t.Nullable(t.String()),
      createdAt: t.String(),
    }),
  ),
})
export const OneVersion = t.Object({ title: t.String(), markdown: t.Nullable(t.String()) })

export const PostScheduleBody = t.Object({
  scheduledAt: instant('scheduledAt', 'When to publish the draft: up to a year ahead.'),
  timeZone: t.Optional(
    text('timeZone', 1, 64, {
      description: 'Time zone in which the time is shown. Default: UTC.',
      example: 'Europe/Berlin',
    }),
  ),
  destinations: t.Optional(
    t.Array(t.Any(), { maxItems: 2, description: 'Reserved for other destinations; must be empty.' }),
  ),
})
export type PostScheduleBody = typeof PostScheduleBody.static

/** The time at which a draft is published by itself. */
export const PostSchedule = t.Object({
  scheduledAt: t.String(),
  timeZone: t.String(),
  createdAt: t.String(),
  createdBy: t.Nullable(t.String()),
  error: t.Nullable(t.String({ description: 'Why the post was not published at that time.' })),
})
export const ScheduleOfPost = t.Object({ organization: Organization, schedule: t.Nullable(PostSchedule) })
export const CanceledSchedule = t.Object({
  organization: Organization,
  canceled: t.Boolean(),
  inProgress: t.Boolean(),
})

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
    publishedAt: (row.status === 'published' && row.publishedAt?.toISOString()) || null,
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

import { t } from 'elysia'
import { readVersion } from '../../codehost/versions.ts'
import { link, optional, text } from '../../http/fields.ts'
import { countListed, type Entry, type Kind, kinds, type Site, type Tally } from '../../page/view.ts'
import { clip, printableLine } from '../../text/line.ts'
import type { posts } from '../posts/table.ts'

const maxLinks = 5

/** How the public page looks. */
export const Appearance = t.Object({
  intro: t.Nullable(t.String()),
  accent: t.Nullable(t.String()),
  logo: t.Nullable(t.String()),
  icon: t.Nullable(t.String()),
  externalImages: t.Boolean(),
  links: t.Array(t.Object({ label: t.String(), url: t.String() })),
})
export type Appearance = typeof Appearance.static

export const AppearancePatch = t.Partial(
  t.Object({
    intro: optional(text('intro', 1, 200)),
    accent: optional(
      text('accent', 1, 20, {
        pattern: [/^#[0-9a-f]{6}$/i, 'accent must be a color such as #0b5c74'],
        error: 'accent must be a color such as #0b5c74',
      }),
    ),
    logo: optional(text('logo', 1, 120)),
    icon: optional(text('icon', 1, 120)),
    externalImages: t.Boolean({ error: 'externalImages must be true or false' }),
    links: t.Array(t.Object({ label: text('label', 1, 40), url: link('url', 500) }), {
      maxItems: maxLinks,
      error: `links must be a list of up to ${maxLinks} links`,
    }),
  }),
)
export type AppearancePatch = typeof AppearancePatch.static

/** The domain of a public page, the host that it must point to, and the TXT record that proves it. */
export const CustomDomain = t.Object({
  domain: t.Nullable(t.String()),
  isVerified: t.Boolean(),
  target: t.String(),
  proof: t.Nullable(t.Object({ name: t.String(), value: t.String() })),
})
export type CustomDomain = typeof CustomDomain.static

export const DomainBody = t.Object({ domain: text('domain', 1, 300) })

/** The list of a public page as its members see it before it is enabled, and its color as CSS. */
export const PagePreview = t.Object({ html: t.String(), accent: t.Nullable(t.String()) })

type Post = typeof posts.$inferSelect

/** The columns of a post that the public page reads. */
export type PostRow = Pick<
  Post,
  'id' | 'slug' | 'title' | 'contentType' | 'createdAt' | 'publishedAt' | 'updatedAt' | 'content'
> & {
  /** The tag or commit at the end of its range. */
  reached: string | null
  /** JSON: how many entries of its ledger are highlights, listed and left out. */
  placements: string
}

export function toEntry(site: Site, row: PostRow): Entry {
  const kind = kinds.find((each) => each === row.contentType) ?? 'blog_post'
  const title = printableLine(row.title)
  return {
    path: pathOf(site, row),
    lastingUrl: `${site.lastingUrl}/${row.id}`,
    title,
    kind,
    version: versionOf(kind, row.reached, title),
    publishedAt: row.publishedAt ?? row.createdAt,
    changedAt: row.updatedAt,
    tally: toTally(row.placements),
    content: row.content,
  }
}

/** The path of a post: its slug, or its id if it has none. */
export const pathOf = ({ path }: Site, { slug, id }: Pick<Post, 'slug' | 'id'>) => `${path}/${slug ?? id}`

function toTally(placements: string): Tally | null {
  const [highlights = 0, listed = 0] = JSON.parse(placements) as number[]
  return highlights + listed > 0 ? { highlights, listed } : null
}

/**
 * The version of a changelog: the tag at the end of its range, otherwise the one in a title such as "Acme 1.4:
 * exports".
 */
function versionOf(kind: Kind, reached: string | null, title: string): string | null {
  if (kind !== 'changelog') return null
  if (reached !== null && readVersion(reached).numbers.length > 1) return clip(printableLine(reached), 40)
  return /^[^:]*?\bv?(\d+(?:\.\d+)+(?:-[\w.]+)?)(?=:|$)/.exec(title)?.[1] ?? null
}

/** The URL of a product's site if a page may link to it. */
export function toWebsite(url: string | undefined): string | null {
  return url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null
}

/** The data of the widget: paths, which it resolves against the address of its script. */
export function toNews({ name, path }: Site, entries: Entry[]) {
  const items = entries.map(({ path, title, publishedAt, tally }) => ({
    path,
    title,
    date: publishedAt.toISOString(),
    changes: tally && countListed(tally),
  }))
  return { name, path, items }
}

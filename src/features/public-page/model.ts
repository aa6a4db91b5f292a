import { readVersion } from '../../codehost/versions.ts'
import { countTold, type Entry, type Kind, kinds, type Site, type Tally } from '../../page/view.ts'
import { clip, printableLine } from '../../text/line.ts'
import type { posts } from '../posts/table.ts'

type Post = typeof posts.$inferSelect

/** What is read of a post. */
export type PostRow = Pick<
  Post,
  'id' | 'slug' | 'title' | 'contentType' | 'createdAt' | 'updatedAt' | 'content'
> & {
  /** The tag or commit that its range reaches to. */
  reached: string | null
  /** JSON: how many entries of its ledger are highlights, listed and left out. */
  placements: string
}

export function toEntry(site: Site, row: PostRow): Entry {
  const kind = kinds.find((each) => each === row.contentType) ?? 'blog_post'
  const title = printableLine(row.title)
  return {
    path: pathOf(site, row),
    lastingPath: `${site.path}/${row.id}`,
    title,
    kind,
    version: versionOf(kind, row.reached, title),
    createdAt: row.createdAt,
    changedAt: row.updatedAt,
    tally: toTally(row.placements),
    content: row.content,
  }
}

/** Where a post is: at its slug, or at its id as long as it has none. */
export const pathOf = ({ path }: Site, { slug, id }: Pick<Post, 'slug' | 'id'>) => `${path}/${slug ?? id}`

function toTally(placements: string): Tally | null {
  const [highlights = 0, listed = 0, omitted = 0] = JSON.parse(placements) as number[]
  return highlights + listed + omitted > 0 ? { highlights, listed, omitted } : null
}

/** The version that a changelog is about: the tag that it reaches to, else what a title like "Acme 1.4: exports" names. */
function versionOf(kind: Kind, reached: string | null, title: string): string | null {
  if (kind !== 'changelog') return null
  if (reached !== null && readVersion(reached).numbers.length > 1) return clip(printableLine(reached), 40)
  return /^[^:]*?\bv?(\d+(?:\.\d+)+(?:-[\w.]+)?)(?=:|$)/.exec(title)?.[1] ?? null
}

/** The address of a product's site where a page may link to it. */
export function toWebsite(url: string | undefined): string | null {
  return url && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null
}

/** What the widget shows: paths, which it reads from where it was loaded. */
export function toNews({ name, path }: Site, entries: Entry[]) {
  const items = entries.map(({ path, title, createdAt, tally }) => ({
    path,
    title,
    date: createdAt.toISOString(),
    changes: tally && countTold(tally),
  }))
  return { name, path, items }
}

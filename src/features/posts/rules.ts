import type { ContentType } from './table.ts'

export const titleLength = 120
export const slugLength = 160
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Types that may have a slug (contract 5.2). */
export const sluggedTypes: ContentType[] = ['changelog', 'blog_post']
/** Types that a run may publish at once; the others are always drafts (spec: Post states). */
export const publishableTypes: ContentType[] = ['changelog', 'blog_post']

/** A title cut to the characters that a post's may have. */
export const clipTitle = (title: string) => [...title].slice(0, titleLength).join('')

/** A slug from a title, for example "Acme 1.1.0: faster" gives `acme-1-1-0-faster`; empty when nothing is left. */
export function toSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}

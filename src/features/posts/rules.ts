import { clip } from '../../text/line.ts'
import { slugLength, titleLength } from './model.ts'
import type { ContentType } from './table.ts'

/** Types that may have a slug (contract 5.2). */
export const sluggedTypes: ContentType[] = ['changelog', 'blog_post']
/** Types that a run may publish at once; the others are always drafts (spec: Post states). */
export const publishableTypes: ContentType[] = ['changelog', 'blog_post']

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

/** A title cut to the characters that a post's may have. */
export const clipTitle = (title: string) => clip(title, titleLength)

/** The addresses of a picture and of the page behind it. */
export function imageUrls(baseUrl: string, token: string) {
  const address = `${baseUrl}/images/${token}`
  return { picture: `${address}.png`, page: `${address}.html` }
}

import { clip } from '../../text/line.ts'
import type { ContentType } from '../../writer/content-types.ts'
import { slugLength, titleLength } from './model.ts'

/** Types that can have a slug (contract 5.2). */
export const sluggedTypes: ContentType[] = ['changelog', 'blog_post']
/** Types that a run may publish directly; the others are always drafts (spec: Post states). */
export const publishableTypes: ContentType[] = ['changelog', 'blog_post']

/**
 * Makes a slug of a title, for example `acme-1-1-0-faster` of "Acme 1.1.0: faster"; empty if nothing is left.
 */
export function toSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|-+$/g, '')
}

/** Cuts a title to its maximum length. */
export const clipTitle = (title: string) => clip(title, titleLength)

/** Returns the URLs of a picture and of its page. */
export function imageUrls(baseUrl: string, token: string) {
  const address = `${baseUrl}/images/${token}`
  return { picture: `${address}.png`, page: `${address}.html` }
}

import { badRequest } from '../../errors.ts'
import { trimmedText } from '../../http/fields.ts'
import { clip } from '../../text/line.ts'
import type { PostPatch } from './model.ts'
import type { ContentType } from './table.ts'

const titleLength = 120
export const slugLength = 160
const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

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

/** The given fields of a post as they are stored; 400 says what is wrong with them whatever the post is (contract 5.6). */
export function checkPatch(patch: PostPatch): PostPatch {
  const { title, slug, markdown, status } = patch
  if (title === undefined && slug === undefined && markdown === undefined && status === undefined) {
    throw badRequest('At least one field must be provided')
  }
  const wanted: PostPatch = {}
  if (title !== undefined) wanted.title = trimmedText('title', title, 1, titleLength)
  if (slug !== undefined) wanted.slug = slug === null ? null : checkSlug(slug)
  if (markdown !== undefined) {
    if (markdown.length < 1 || markdown.length > 100_000)
      throw badRequest('markdown must have 1 to 100000 characters')
    wanted.markdown = markdown
  }
  if (status !== undefined) wanted.status = status
  return wanted
}

function checkSlug(value: string): string {
  const slug = trimmedText('slug', value, 1, slugLength)
  if (slugPattern.test(slug)) return slug
  throw badRequest('Slug must contain lowercase letters, numbers, and hyphens only')
}

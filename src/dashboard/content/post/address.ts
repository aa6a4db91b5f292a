import type { Post } from '../../data/post.ts'

/** Whether a post can have a slug: changelogs and blog posts (contract 5.2). */
export const hasAddress = ({ contentType }: Pick<Post, 'contentType'>) =>
  contentType === 'changelog' || contentType === 'blog_post'

/** The URL of a post on the organization's public page. */
export const addressOf = (publicPage: string, { slug, id }: Pick<Post, 'slug' | 'id'>) =>
  `${publicPage}/${slug ?? id}`

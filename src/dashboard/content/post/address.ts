import type { Post } from '../../data/post.ts'

/** Whether readers can find a post at an address of its own: changelogs and blog posts (contract 5.2). */
export const hasAddress = ({ contentType }: Pick<Post, 'contentType'>) =>
  contentType === 'changelog' || contentType === 'blog_post'

/** Where readers find a post on the organization's public page. */
export const addressOf = (publicPage: string, { slug, id }: Pick<Post, 'slug' | 'id'>) =>
  `${publicPage}/${slug ?? id}`

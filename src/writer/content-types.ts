/** The kinds of posts that are stored. */
export const contentTypes = [
  'changelog',
  'blog_post',
  'linkedin_post',
  'twitter_post',
  'investor_update',
  'image',
] as const

/** The kinds of posts that Herald writes. */
export const outputTypes = ['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'image'] as const

export type ContentType = (typeof contentTypes)[number]
export type OutputType = (typeof outputTypes)[number]

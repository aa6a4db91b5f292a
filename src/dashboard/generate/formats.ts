/** What can be written from activity, as people call it: by itself, and in a sentence. */
export const formats = {
  changelog: { label: 'Changelog', noun: 'changelog' },
  blog_post: { label: 'Blog post', noun: 'blog post' },
  linkedin_post: { label: 'LinkedIn post', noun: 'LinkedIn post' },
  twitter_post: { label: 'Twitter post', noun: 'Twitter post' },
  image: { label: 'Image', noun: 'image' },
} as const

export type Format = keyof typeof formats
export const formatNames = Object.keys(formats) as Format[]

import type { Content } from './compose.ts'
import { cut } from './escape.ts'

/** A published post as messages show it; its texts are plain. */
export type PostMessage = {
  id: string
  title: string
  /** The address of its page; null if it has none. */
  url: string | null
  publishedAt: string
  summary: string
  highlights: string[]
  markdown: string
  organization: string
}

const maxSummary = 1500

/** The content of a message about a published post. */
export function describePost({ summary, highlights, organization, ...post }: PostMessage): Content {
  const { id, title, url, publishedAt, markdown } = post
  const lines = highlights.map((line) => `• ${line}`)
  return {
    title,
    text: [cut(summary, maxSummary), lines.join('\n')].filter(Boolean).join('\n\n'),
    url,
    linkLabel: 'Read the post',
    toJson: () => ({
      event: 'post.published',
      post: { id, title, url, publishedAt, markdown },
      organization,
    }),
  }
}

import { defineTextTask } from '../text-thread.ts'

/** The HTML and the first heading of a post's Markdown; a long one is rendered on the text thread. */
export const postHtml = defineTextTask('post-html', 20_000, async (markdown: string) => {
  const { firstHeading, renderMarkdown } = await import('./html.ts')
  try {
    return { content: renderMarkdown(markdown), heading: firstHeading(markdown) }
  } catch {
    // Thousands of nested quotes or lists exhaust the stack of the parser.
    return { content: null, heading: null }
  }
})

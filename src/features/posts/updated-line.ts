import { languages, tellsWhenUpdated, updatedIn } from '../../writer/phrases.ts'
import type { PostPatch } from './model.ts'
import type { posts } from './table.ts'

type Post = Pick<typeof posts.$inferSelect, 'status' | 'markdown' | 'sourceMetadata'>

/** No article is older. */
const firstYear = 2020

/**
 * Dates the article of a brief at its publication: its first line "Updated March 2026" gets the month of
 * `moment`. Null if there is nothing to change, because an editor may have written another first line.
 */
export function datedAt(markdown: string, moment: Date): string | null {
  const [line = '', written = ''] = /^\*([^*\n]+)\*(?=\n|$)/.exec(markdown) ?? []
  if (!tellsWhenUpdated(written)) return null
  const language = languages.find((each) => isUpdatedLine(written, each, moment))
  if (language === undefined) return null
  const updated = updatedIn(language, moment)
  return updated === written ? null : `*${updated}*${markdown.slice(line.length)}`
}

/**
 * Returns the text of a brief's article with its publication date; null if the patch does not publish it or
 * the text stays the same.
 */
export function datedArticle(post: Post, patch: PostPatch, moment: Date): string | null {
  const isPublished = patch.status === 'published' && post.status !== 'published'
  const isArticle = typeof post.sourceMetadata?.briefId === 'string'
  return isPublished && isArticle ? datedAt(patch.markdown ?? post.markdown ?? '', moment) : null
}

/** Whether this is the exact line of any month up to the moment, in a language. */
function isUpdatedLine(line: string, language: string, moment: Date): boolean {
  const months = (moment.getUTCFullYear() - firstYear) * 12 + moment.getUTCMonth()
  return Array.from({ length: months + 1 }, (_, month) => new Date(Date.UTC(firstYear, month, 15))).some(
    (date) => updatedIn(language, date) === line,
  )
}

import { languages, tellsWhenUpdated, updatedIn } from '../../writer/phrases.ts'
import type { PostPatch } from './model.ts'
import type { posts } from './table.ts'

type Post = Pick<typeof posts.$inferSelect, 'status' | 'markdown' | 'sourceMetadata'>

/** Articles are not older than this. */
const firstYear = 2020

/**
 * Dates the article of a brief at its publication: its first line "Updated March 2026" gets the month of `moment`. Null
 * where there is nothing to change: an editor may have written another first line.
 */
export function datedAt(markdown: string, moment: Date): string | null {
  const [line = '', written = ''] = /^\*([^*\n]+)\*(?=\n|$)/.exec(markdown) ?? []
  if (!tellsWhenUpdated(written)) return null
  const language = languages.find((each) => isUpdatedLine(written, each, moment))
  if (language === undefined) return null
  const updated = updatedIn(language, moment)
  return updated === written ? null : `*${updated}*${markdown.slice(line.length)}`
}

/** The text of a brief's article as its publication dates it; null where the patch publishes none, or it stays unchanged. */
export function datedArticle(post: Post, patch: PostPatch, moment: Date): string | null {
  const isPublished = patch.status === 'published' && post.status !== 'published'
  const isArticle = typeof post.sourceMetadata?.briefId === 'string'
  return isPublished && isArticle ? datedAt(patch.markdown ?? post.markdown ?? '', moment) : null
}

/** Whether this is the line of any month up to the moment, exactly as it is written in a language. */
function isUpdatedLine(line: string, language: string, moment: Date): boolean {
  const months = (moment.getUTCFullYear() - firstYear) * 12 + moment.getUTCMonth()
  return Array.from({ length: months + 1 }, (_, month) => new Date(Date.UTC(firstYear, month, 15))).some(
    (date) => updatedIn(language, date) === line,
  )
}

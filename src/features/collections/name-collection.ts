import type { ContentType } from '../../writer/content-types.ts'

const labels: Record<ContentType, string> = {
  changelog: 'Changelog',
  blog_post: 'Blog post',
  linkedin_post: 'LinkedIn post',
  twitter_post: 'X post',
  investor_update: 'Investor update',
  image: 'Image',
}
const maxLabels = 2

// A constant list: every delivery that starts a run names a collection, and a date formatter costs more than the
// whole insert.
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The name of a new collection: "Changelog, Blog post + 1 more - November 21st 2026" (contract 19.6). */
export function nameCollection(contentTypes: ContentType[], moment: Date): string {
  const named = contentTypes.slice(0, maxLabels).map((type) => labels[type])
  const others = contentTypes.length - named.length
  const month = months[moment.getUTCMonth()]
  const day = moment.getUTCDate()
  return `${named.join(', ')}${others > 0 ? ` + ${others} more` : ''} - ${month} ${day}${ordinalOf(day)} ${moment.getUTCFullYear()}`
}

function ordinalOf(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return { 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th'
}

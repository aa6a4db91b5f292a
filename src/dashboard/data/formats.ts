import * as strings from './strings.ts'

/** The names of post formats. */
const names: Record<string, string> = strings.formats.names

export const formatName = (contentType: string) => names[contentType] ?? contentType

/** The same within a sentence. */
export function formatNoun(contentType: string): string {
  const name = formatName(contentType)
  return /^(LinkedIn|X) /.test(name) ? name : name.toLowerCase()
}

const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
})
export const inDollars = (cents: number) => dollars.format(cents / 100)

/** The formats by which a list of posts can be filtered. */
export const formatChoices = Object.entries(names).map(([value, label]) => ({ value, label }))

/** The formats that can be written from activity. */
export const outputFormats = ['changelog', 'blog_post', 'linkedin_post', 'twitter_post', 'image'] as const
export type OutputFormat = (typeof outputFormats)[number]

/** GitHub refuses a longer release body. */
export const maxReleaseBody = 125_000

/** Less is not worth reading. */
const minText = 200

/** The comments before and after the section of a post. */
export const postMarkers = (id: string): [begin: string, end: string] => [
  `<!-- herald:post=${id} begin -->`,
  `<!-- herald:post=${id} end -->`,
]

/** A text without comments that look like markers. */
export function withoutMarkers(markdown: string): string {
  const without = markdown.replaceAll(/<!--\s*herald:post=[\s\S]*?(?:-->|$)/g, '')
  // What is left around a removed marker could be another one.
  return without.replaceAll('herald:post=', 'herald post=')
}

/** A section that cannot be written, and why. */
export class SectionError extends Error {}

/**
 * A text with the section of a post appended, or replaced if it has it. Everything outside of the markers stays. Throws
 * a SectionError if the markers are not one pair, or if there is nothing to write or no space for it.
 */
export function writeSection(
  body: string,
  { id, markdown, url }: { id: string; markdown: string; url: string | null },
): string {
  const [begin, end] = postMarkers(id)
  const text = withoutMarkers(markdown).trim()
  if (text === '') throw new SectionError('The post is empty.')
  const [before, after] = findSection(body, id) ?? [body.trim() === '' ? '' : `${body.trimEnd()}\n\n`, '']
  const space = maxReleaseBody - before.length - after.length - begin.length - end.length - 2
  return `${before}${begin}\n${fit(text, space, url)}\n${end}${after}`
}

/**
 * The text before and after the section of a post; null if it has none. Throws a SectionError if its markers are not
 * one pair.
 */
export function findSection(body: string, id: string): [before: string, after: string] | null {
  const [begin, end] = postMarkers(id)
  const from = body.indexOf(begin)
  const to = body.indexOf(end)
  if (from === -1 && to === -1) return null
  const isPair = from !== -1 && from < to && from === body.lastIndexOf(begin) && to === body.lastIndexOf(end)
  if (!isPair)
    throw new SectionError(
      'The Herald comments of this post in the text are incomplete or repeated. Delete them and send again.',
    )
  return [body.slice(0, from), body.slice(to + end.length)]
}

/** The text, cut after a paragraph if it is too long, with a link to the whole. */
function fit(text: string, max: number, url: string | null): string {
  if (text.length <= max) return text
  const more = url ? `\n\n[Read the whole post](${url})` : '\n\n…'
  const space = max - more.length
  if (space < minText) throw new SectionError('The release body has no space left for the post.')
  const cut = text.slice(0, space).replace(/[\ud800-\udbff]$/, '')
  const paragraph = cut.lastIndexOf('\n\n')
  return (paragraph >= minText ? cut.slice(0, paragraph) : cut).trimEnd() + more
}

/** A text without its HTML comments; one that never ends stays. */
export const withoutComments = (text: string): string => withoutParts(text, '<!--', '-->')

/**
 * A text without the parts between two marks, marks included; a part that never ends stays. A regular expression
 * would search for a missing end again from every start.
 */
export function withoutParts(text: string, startMark: string, endMark: string): string {
  const parts: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(startMark, from)
    const end = start < 0 ? -1 : text.indexOf(endMark, start + startMark.length)
    if (end < 0) return parts.join('') + text.slice(from)
    parts.push(text.slice(from, start))
    from = end + endMark.length
  }
}

/** What a Markdown text contains but does not show: HTML comments, each on lines of its own, and link definitions. */
export function hiddenTextIn(markdown: string): string {
  const comments = markdown
    .split('<!--')
    .slice(1)
    .map((each) => `<!--${each.split('-->', 1)[0]}`)
  return [...comments, ...(markdown.match(/^ {0,3}\[[^\]\n]{1,99}\]:[^\n]*/gm) ?? [])].join('\n')
}

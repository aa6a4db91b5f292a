import { findSection, postMarkers, SectionError, withoutMarkers } from './marked-section.ts'
import { type SitePost, withoutTitle } from './site-files.ts'

/**
 * A changelog file with a post as its newest section, or with the post's earlier section replaced. The section is below
 * the title and the unreleased changes, and the rest of the file stays.
 */
export function prependPost(file: string, post: SitePost & { id: string }): string {
  const lineEnd = file.includes('\r\n') ? '\r\n' : '\n'
  const text = file.replaceAll('\r\n', '\n')
  const [begin, end] = postMarkers(post.id)
  const body = withoutMarkers(withoutTitle(post)).trim()
  if (body === '') throw new SectionError('The post is empty.')
  const day = post.publishedAt.toISOString().slice(0, 10)
  const section = `${begin}\n\n## ${post.title} - ${day}\n\n${demote(body)}\n\n${end}`
  const earlier = findSection(text, post.id)
  const [before, after] = earlier ?? splitAtNewest(text)
  const parts = earlier ? [before + section + after] : [before.trimEnd(), section, after.trimStart()]
  const written = parts.filter(Boolean).join('\n\n')
  return `${written.trimEnd()}\n`.replaceAll('\n', lineEnd)
}

/** The text before and after the position of a new section. */
function splitAtNewest(text: string): [before: string, after: string] {
  if (text.trim() === '') return ['# Changelog', '']
  const headings = findHeadings(text)
  const versions = headings.filter(({ level, isUnreleased }) => level === 2 && !isUnreleased)
  const [first] = versions
  // A list of links at the end belongs to the end.
  const at = first?.start ?? /(?:^\[[^\]\n]+\]: *\S.*\n?\s*)+$/m.exec(text)?.index ?? text.length
  // The marker of an earlier post is before its heading.
  const before = text.slice(0, at).trimEnd()
  const marker = before.lastIndexOf('\n') + 1
  const position = /^<!-- herald:post=[\w-]+ begin -->$/.test(before.slice(marker)) ? marker : at
  return [text.slice(0, position), text.slice(position)]
}

/** The headings outside of code blocks. */
function findHeadings(text: string) {
  const headings: { start: number; level: number; isUnreleased: boolean }[] = []
  let start = 0
  let fence: string | null = null
  for (const line of text.split('\n')) {
    const [, marks] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (marks && fence === null) fence = marks
    else if (marks && fence !== null && marks.startsWith(fence)) fence = null
    const [, signs] = (fence === null && /^(#{1,6}) /.exec(line)) || []
    if (signs) headings.push({ start, level: signs.length, isUnreleased: /unreleased/i.test(line) })
    start += line.length + 1
  }
  return headings
}

/** The text with its headings one level lower, since the post itself has a heading of level 2. */
function demote(text: string): string {
  const starts = findHeadings(text)
    .filter(({ level }) => level < 6)
    .map(({ start }) => start)
  const parts = [0, ...starts].map((start, index) => text.slice(start, starts[index]))
  return parts.join('#')
}

import { oneOf } from '../../text/pattern.ts'
import type { Note } from '../note.ts'
import { breakingSection } from './changelog-file.ts'
import { cleanNote } from './clean.ts'

/**
 * Parses a file of a fragments folder: towncrier's `123.bugfix.rst`, changie's and chloggen's YAML, or plain text.
 */
export function readFragment(path: string, text: string): Omit<Note, 'writtenBy'> | null {
  const name = path.split('/').at(-1) ?? ''
  if (/^(?:readme|template|\.|_template|header|index)/i.test(name)) return null
  const number = /^\+?(?:gh-|pr-|issue-)?(\d{1,7})\b/.exec(name)?.[1]
  const isYaml = /\.ya?ml$/.test(name)
  const field = (names: string) =>
    new RegExp(
      String.raw`^\s*-?\s*(?:${names}):\s*(?:[|>][+-]?\s*\n((?:\s+.*\n?)+)|["']?(.*?)["']?\s*$)`,
      'm',
    )
      .exec(text)
      ?.slice(1)
      .find(Boolean)
  const section = isYaml
    ? (field('kind|change_type|type|category') ?? null)
    : (kindIn(name) ??
      path
        .split('/')
        .slice(0, -1)
        .map(kindIn)
        .findLast((kind) => kind !== null) ??
      null)
  const said = isYaml ? (field('body|note|message|title|description|summary|comment') ?? '') : text
  const [first = '', ...rest] = said
    .replace(/^---[\s\S]*?\n---\n/, '')
    .trim()
    .split(/\n\s*\n/)
  const cleaned = cleanNote(
    first
      .replace(/^#{1,6}\s+/, '')
      .replace(/^[*+-]\s+/, '')
      .replace(/\s*\n\s*/g, ' '),
  )
  if (!cleaned.text || /^(?:todo|none|n\/a)\b/i.test(cleaned.text)) return null
  return {
    ...cleaned,
    numbers: [...new Set([...(number ? [Number(number)] : []), ...cleaned.numbers])],
    detail: rest.join('\n\n').trim() || null,
    section,
    isBreaking: section !== null && (breakingSection.test(section) || /^breaking|removal/i.test(section)),
    packages: [],
  }
}

const fragmentKinds = new RegExp(
  `(?:^|[./_-])(${oneOf([
    /feature|features|feat|added|add|enhancement|improvement|new|change|changed|bug_?fix|bug|fix/,
    /fixed|security|breaking(?:_change)?|removal|removed|deprecat(?:ion|ed)|doc|docs/,
    /documentation|misc|internal|trivial|contrib|packaging|performance|perf|vendor|process/,
  ])})(?=$|[./_-])`,
  'i',
)

function kindIn(name: string): string | null {
  return fragmentKinds.exec(name)?.[1] ?? null
}

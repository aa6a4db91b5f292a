import { runAtOnce, type Sliced } from '../../slices.ts'
import { withoutComments } from '../../text/comments.ts'
import type { Note } from '../note.ts'
import { withoutWritten } from '../prepend.ts'
import { cleanNote } from './clean.ts'

export type FileNote = Omit<Note, 'writtenBy' | 'packages'> & {
  /** Its first line as written in the file. */
  line: string
  /** The version it is listed under; null if the heading has none. */
  version: string | null
}

const versionHeading = /\bunreleased\b|\bnext\b|\bupcoming\b|\bHEAD\b|\bTBD\b|\bdev\b|v?\d+\.\d+|\d{4}-\d\d/i
const bullet = /^(\s{0,4})(?:[*+•-]|\d{1,2}\.)\s+(\S.*)$/
const maxLines = 12_000
/** Of an entry; patterns that read it are not linear. */
const maxEntry = 1_000

/** The bullets of a CHANGELOG in Markdown, reStructuredText or plain text, with their headings. */
export const readChangelogFile = (text: string): FileNote[] => runAtOnce(readChangelogInSlices(text))

/** Like `readChangelogFile`, in slices. */
export function* readChangelogInSlices(text: string): Sliced<FileNote[]> {
  const lines = withoutComments(withoutWritten(text.slice(0, 600_000)))
    .split(/\r?\n/)
    .slice(0, maxLines)
  const notes: FileNote[] = []
  let section: string | null = null
  let version: string | null = null
  let entry: { line: string; first: string[]; rest: string[]; indent: number; isOpen: boolean } | null = null
  let isCode = false

  const close = () => {
    if (entry)
      notes.push(
        toNote(entry.line, entry.first.join(' ').slice(0, maxEntry), entry.rest.join('\n'), section, version),
      )
    entry = null
  }
  for (let at = 0; at < lines.length; at++) {
    yield
    const line = lines[at] ?? ''
    if (/^\s*```/.test(line)) isCode = !isCode
    const heading = isCode ? null : headingAt(lines, at)
    if (heading !== null) {
      close()
      const isVersion = versionHeading.test(heading) && !/[a-z]{4,} (?:changes|fixes)/i.test(heading)
      if (isVersion) version = /\d+\.\d+(?:\.\d+)*/.exec(heading)?.[0] ?? null
      section = isVersion ? null : heading
      continue
    }
    const [, indent = '', content] = isCode ? [] : (bullet.exec(line) ?? [])
    if (content && (!entry || indent.length <= entry.indent)) {
      close()
      entry = { line: line.trim(), first: [content], rest: [], indent: indent.length, isOpen: true }
    } else if (entry) {
      if (line.trim() === '') entry.isOpen = false
      else if (!entry.isOpen && indentOf(line) <= entry.indent) close()
      else if (entry.isOpen && !content) entry.first.push(line.trim())
      else {
        entry.isOpen = false
        entry.rest.push(line.trim())
      }
    }
  }
  close()
  return notes
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function headingAt(lines: string[], at: number): string | null {
  const line = lines[at] ?? ''
  const marked = /^#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1] ?? /^\*\*([^*]{3,60})\*\*:?$/.exec(line.trim())?.[1]
  if (marked) return marked
  const under = lines[at + 1] ?? ''
  if (/^\S.{1,80}$/.test(line) && /^([=\-~^"'+*#.])\1{2,}\s*$/.test(under) && !bullet.test(line))
    return line.trim()
  if (/^([=\-~^"'+*#.])\1{2,}\s*$/.test(line) && line.trim() !== '---') return null
  // "Bug fixes:" followed by a list
  if (
    /^[A-Z][\w /&-]{2,40}:$/.test(line) &&
    /^\s*$/.test(lines[at + 1] ?? '') &&
    bullet.test(lines[at + 2] ?? '')
  )
    return line.slice(0, -1)
  return null
}

function toNote(
  line: string,
  first: string,
  rest: string,
  section: string | null,
  version: string | null,
): FileNote {
  const marked = breakingMark.exec(first)?.[0] ?? ''
  const cleaned = cleanNote(first.slice(marked.length))
  const more = cleanNote(rest.slice(0, maxEntry))
  const [, label = '', labelled] = leading.exec(cleaned.text) ?? []
  return {
    line,
    version,
    text: labelled ?? cleaned.text,
    detail: rest.trim() || null,
    section: label && !/^bc break|breaking/i.test(label) ? label : section,
    isBreaking:
      marked !== '' ||
      /\bBREAKING\b|\((?:breaking|bc break)\)/.test(first) ||
      /^(?:bc break|breaking|backwards?[- ]incompatible)/i.test(label) ||
      (section !== null && breakingSection.test(section)),
    numbers: [...new Set([...cleaned.numbers, ...more.numbers.slice(0, 4)])],
    shas: [...cleaned.shas, ...more.shas.slice(0, 4)],
  }
}

// "[**breaking**] ...", "**Breaking:** ...", an emoji
const breakingMark =
  /^(?:💥|⚠️?|\[?\**(?:breaking(?: changes?)?|bc[- ]break)\**\]?(?:\s?[:!-]+\**|(?<=[\]*])))\s*(?=\S)/iu

// "Security: ...", "BC Break / Security: ...", "[Breaking] ..."
const leading =
  /^\[?((?:bc break|breaking(?: change)?|security|fix(?:ed)?|bug ?fix|added|feature|new|changed|deprecated|removed|perf(?:ormance)?)(?: ?\/ ?(?:security|bc break))?)\]?(?: \(low\)| \(medium\)| \(high\))?\s?: (\S.*)$/i

export const breakingSection =
  /\bbreaking\b|\bincompatib|\bbackwards?[- ]compat|\bmajor changes\b|^removed$|^removals?\b|\bdeprecations? and removals?\b|\bmigration\b|^upgrad/i

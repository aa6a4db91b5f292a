import type { Sliced } from '../../slices.ts'
import type { Note } from '../note.ts'
import { kindOfPath } from '../paths.ts'
import { readChangelogInSlices } from './changelog-file.ts'
import { readChangeset } from './changeset.ts'
import { readFragment } from './fragment.ts'

/** Lines that a range added to a file of notes, and the commit that added them, if known. */
export type AddedLines = { file: string; writtenBy: string | null; lines: string[] }

export function holdsNotes(path: string): boolean {
  return kindOfPath(path) === 'notes'
}

const lists =
  /(?:^|\/)(?:CHANGE(?:[-_ ]?LOGS?|S)|HISTORY|NEWS|RELEASES|RELEASE[-_]NOTES)(?:[-_.][\w.]+)?(?:\.\w+)?$/i

/** Whether a file is a list of notes, parts of which may be new; other files of notes contain one note. */
export function listsNotes(path: string): boolean {
  return lists.test(path)
}

/**
 * The notes for users that a range added. `texts` contains the lists as of its end; `from` is the tag at its
 * beginning, whose own notes are not new.
 */
export function* readAddedNotes(
  added: AddedLines[],
  texts: Map<string, string>,
  from: string | null,
): Sliced<Note[]> {
  const singles = added
    .filter(({ file }) => !listsNotes(file))
    .flatMap(({ file, writtenBy, lines }) => {
      const text = lines.join('\n')
      const note = /\.changeset\//.test(file) ? readChangeset(text) : readFragment(file, text)
      return note ? [{ ...note, writtenBy }] : []
    })
  const notes: Note[] = singles
  for (const [file, text] of texts) notes.push(...(yield* readListed(file, text, added, from)))
  return notes
}

/** The entries of a list whose first line the range added. */
function* readListed(file: string, text: string, added: AddedLines[], from: string | null): Sliced<Note[]> {
  const writers = new Map<string, string | null>()
  for (const each of added) {
    if (each.file === file) for (const line of each.lines) writers.set(line.trim(), each.writtenBy)
  }
  const listed = yield* readChangelogInSlices(text)
  return listed.flatMap(({ line, version, ...note }) => {
    const writtenBy = writers.get(line)
    // Edits of the notes of a released version are not new notes.
    if (version !== null && from !== null && !isLater(version, from)) return []
    return writtenBy !== undefined && note.text ? [{ ...note, packages: [], writtenBy }] : []
  })
}

/** Whether a version is later than the one in a tag; true if the tag contains none. */
function isLater(version: string, tag: string): boolean {
  const before = /(\d+(?:\.\d+)+)/.exec(tag)?.[1]
  if (!before) return true
  const [one, other] = [version, before].map((text) => text.split('.').map(Number)) as [number[], number[]]
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

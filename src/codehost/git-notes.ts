import type { Commit } from '../changelog/activity.ts'
import type { Note } from '../changelog/note.ts'
import { readChangelogFile } from '../changelog/notes/changelog-file.ts'
import { readChangeset } from '../changelog/notes/changeset.ts'
import { readFragment } from '../changelog/notes/fragment.ts'
import { kindOfPath } from '../changelog/paths.ts'
import { feedGit } from './git-run.ts'

const mostFiles = 60
const mostCommits = 3_000

/** What maintainers wrote for their readers in these commits: changesets, fragments and lines of CHANGELOG files. */
export async function readNotes(
  path: string,
  { from, to }: { from: string | null; to: string },
  commits: Commit[],
): Promise<Note[]> {
  const writers = commits
    .filter(({ parents, paths }) => parents.length < 2 && paths.some(isNotePath))
    .slice(0, mostCommits)
  if (writers.length === 0) return []
  const added = await readAddedLines(path, writers)
  const files = [...new Set(added.filter(({ file }) => !isSingle(file)).map(({ file }) => file))]
  const texts = await readFiles(path, to, files.slice(0, mostFiles))

  const singles = added
    .filter(({ file }) => isSingle(file))
    .flatMap(({ file, commit, lines }) => {
      const text = lines.join('\n')
      const note = /\.changeset\//.test(file) ? readChangeset(text) : readFragment(file, text)
      return note ? [{ ...note, writtenBy: commit }] : []
    })
  return [...singles, ...[...texts].flatMap(([file, text]) => notesOfFile(file, text, added, from))]
}

/** The entries of a CHANGELOG as it stands at the end of the range, whose first line the range added. */
function notesOfFile(file: string, text: string, added: Added[], from: string | null): Note[] {
  const writers = new Map<string, string>()
  for (const { file: touched, commit, lines } of added) {
    if (touched === file) for (const line of lines) writers.set(line.trim(), commit)
  }
  return readChangelogFile(text).flatMap(({ line, version, ...note }) => {
    const writtenBy = writers.get(line)
    // Somebody mended the notes of a version that is out already.
    if (version !== null && from !== null && !isLater(version, from)) return []
    return writtenBy && note.text ? [{ ...note, packages: [], writtenBy }] : []
  })
}

function isNotePath(path: string): boolean {
  return kindOfPath(path) === 'notes'
}

/** A file that holds one note, in place of a list of them. */
function isSingle(path: string): boolean {
  return !/(?:^|\/)(?:CHANGE(?:[-_ ]?LOGS?|S)|HISTORY|NEWS|RELEASES?|RELEASE[-_]NOTES)(?:[-_.][\w.]+)?(?:\.\w+)?$/i.test(
    path,
  )
}

type Added = { file: string; commit: string; lines: string[] }

/** The lines that each commit added to each file of notes, the newest commit first. */
async function readAddedLines(path: string, writers: Commit[]): Promise<Added[]> {
  const places = [...new Set(writers.flatMap(({ paths }) => paths.filter(isNotePath)))]
  // A command line has an end; with very many files all of a commit's are read and the others passed over.
  const limited = places.length <= 400 ? ['--', ...places.map((place) => `:(literal)${place}`)] : []
  const output = await feedGit(
    path,
    [
      'diff-tree',
      '--stdin',
      '-r',
      '-p',
      '-U0',
      '--root',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      '--no-color',
      ...limited,
    ],
    writers.map(({ sha }) => `${sha}\n`).join(''),
  )
  return parseAdditions(output)
}

/** Reads the output of `git diff-tree --stdin -p`. */
export function parseAdditions(output: string): Added[] {
  const found: Added[] = []
  let commit = ''
  let current: Added | null = null
  let isHead = true
  for (const line of output.split('\n')) {
    if (/^[0-9a-f]{40}$/.test(line)) {
      commit = line
      current = null
    } else if (line.startsWith('diff --git ')) {
      current = null
      isHead = true
    } else if (isHead && line.startsWith('+++ b/')) {
      const file = line.slice(6).replace(/\t$/, '')
      current = isNotePath(file) ? { file, commit, lines: [] } : null
      if (current) found.push(current)
    } else if (line.startsWith('@@ ')) isHead = false
    else if (!isHead && line.startsWith('+')) current?.lines.push(line.slice(1))
  }
  return found
}

/** Files as they stand at `revision`; one that is not there is left out. */
async function readFiles(path: string, revision: string, files: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of files.filter((each) => !each.includes('\n'))) {
    const text = await feedGit(path, ['cat-file', '--batch'], `${revision}:${file}\n`).catch(() => '')
    const end = text.indexOf('\n')
    if (end !== -1 && / blob \d+$/.test(text.slice(0, end))) texts.set(file, text.slice(end + 1))
  }
  return texts
}

/** Whether a version comes after the one that a tag names; true where the tag names none. */
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

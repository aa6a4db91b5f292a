import type { Commit } from '../changelog/activity.ts'
import type { Note } from '../changelog/note.ts'
import { type AddedLines, holdsNotes, listsNotes, readAddedNotes } from '../changelog/notes/added.ts'
import { runAtOnce } from '../slices.ts'
import { feedGit } from './git-run.ts'

const maxFiles = 60
const maxCommits = 3_000

/** Release notes that maintainers added in these commits: changesets, fragments and lines of CHANGELOG files. */
export async function readNotes(
  path: string,
  { from, to }: { from: string | null; to: string },
  commits: Commit[],
): Promise<Note[]> {
  const writers = commits
    .filter(({ parents, paths }) => parents.length < 2 && paths.some(holdsNotes))
    .slice(0, maxCommits)
  if (writers.length === 0) return []
  const added = await readAddedLines(path, writers)
  const files = [...new Set(added.map(({ file }) => file).filter(listsNotes))]
  return runAtOnce(readAddedNotes(added, await readFiles(path, to, files.slice(0, maxFiles)), from))
}

/** The lines that each commit added to each file of notes, newest commit first. */
async function readAddedLines(path: string, writers: Commit[]): Promise<AddedLines[]> {
  const places = pathspecsOf(writers.flatMap(({ paths }) => paths.filter(holdsNotes)))
  const limited = places.length > 0 ? ['--', ...places.map((place) => `:(literal)${place}`)] : []
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

const maxPathspecs = 400

/**
 * Files, or their folders if there are too many files for a command line, such as thousands of fragments in one folder.
 * Empty if there are too many folders: then all files of a commit are read.
 */
function pathspecsOf(files: string[]): string[] {
  const names = new Set(files)
  if (names.size <= maxPathspecs) return [...names]
  const folders = new Set([...names].map((name) => name.slice(0, name.lastIndexOf('/') + 1) || name))
  return folders.size <= maxPathspecs ? [...folders] : []
}

/** Reads the output of `git diff-tree --stdin -p`. */
export function parseAdditions(output: string): AddedLines[] {
  const found: AddedLines[] = []
  let commit = ''
  let current: AddedLines | null = null
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
      current = holdsNotes(file) ? { file, writtenBy: commit, lines: [] } : null
      if (current) found.push(current)
    } else if (line.startsWith('@@ ')) isHead = false
    else if (!isHead && line.startsWith('+')) current?.lines.push(line.slice(1))
  }
  return found
}

/** Files at `revision`; missing ones are left out. */
async function readFiles(path: string, revision: string, files: string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const file of files.filter((each) => !each.includes('\n'))) {
    const text = await feedGit(path, ['cat-file', '--batch'], `${revision}:${file}\n`).catch(() => '')
    const end = text.indexOf('\n')
    if (end !== -1 && / blob \d+$/.test(text.slice(0, end))) texts.set(file, text.slice(end + 1))
  }
  return texts
}

import type { Repository } from '../changelog/activity.ts'
import type { Note } from '../changelog/note.ts'
import { type AddedLines, holdsNotes, listsNotes, readAddedNotes } from '../changelog/notes/added.ts'
import { runInSlices } from '../slices.ts'
import { asFile } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import type { Comparison } from './github-commits.ts'

/** Directories are listed one request at a time, so only those closest to the root are read. */
const maxLists = 3

/** Release notes that maintainers added between two refs, from the patches in the host's comparison. */
export async function readComparedNotes(
  client: GitHubClient,
  repository: Repository,
  { from, to }: { from: string; to: string },
  files: Comparison['files'],
): Promise<Note[]> {
  const added: AddedLines[] = files
    .filter(({ filename, patch }) => patch && holdsNotes(filename))
    .map(({ filename, patch }) => ({ file: filename, writtenBy: null, lines: addedLines(patch ?? '') }))
  const lists = added
    .map(({ file }) => file)
    .filter(listsNotes)
    .sort((one, other) => one.split('/').length - other.split('/').length)
    .slice(0, maxLists)
  const texts = await Promise.all(
    lists.map(async (file) => {
      const path = file.split('/').map(encodeURIComponent).join('/')
      const found = await client.find(repository, `/contents/${path}`, { ref: to }, asFile)
      return [file, Buffer.from(found?.content ?? '', 'base64').toString('utf8')] as const
    }),
  )
  return runInSlices(readAddedNotes(added, new Map(texts), from))
}

function addedLines(patch: string): string[] {
  return patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
}

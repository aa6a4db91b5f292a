import type { Repository } from '../changelog/activity.ts'
import type { Note } from '../changelog/note.ts'
import { type Added, holdsNotes, listsNotes, readAddedNotes } from '../changelog/notes/added.ts'
import { asFile } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import type { Comparison } from './github-commits.ts'

/** Lists of notes are asked for one by one, so only those nearest to the root. */
const maxLists = 3

/** What maintainers wrote for their readers between two refs, by what the host's comparison shows of the files. */
export async function readComparedNotes(
  client: GitHubClient,
  repository: Repository,
  { from, to }: { from: string; to: string },
  files: Comparison['files'],
): Promise<Note[]> {
  const added: Added[] = files
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
  return readAddedNotes(added, new Map(texts), from)
}

function addedLines(patch: string): string[] {
  return patch
    .split('\n')
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1))
}

import { tryGit } from './git-run.ts'

/** A repository on this machine: its root folder, or the repository itself if it is bare. */
export type GitFolder = { path: string; isBare: boolean; isShallow: boolean }

/** The repository that contains a folder; null if there is none that git may read. */
export async function findGitFolder(folder: string): Promise<GitFolder | null> {
  const shallow = '--is-shallow-repository'
  const found = await tryGit(folder, ['rev-parse', '--show-toplevel', shallow])
  if (found !== null) {
    // The name of a folder may contain a line break.
    const [, path = '', isShallow] = /^(.*)\n(true|false)\n$/s.exec(found) ?? []
    return { path, isBare: false, isShallow: isShallow === 'true' }
  }
  const bare = await tryGit(folder, ['rev-parse', shallow])
  return bare === null ? null : { path: folder, isBare: true, isShallow: bare.trim() === 'true' }
}

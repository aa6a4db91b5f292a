import { basename } from 'node:path'
import { parseRemote } from './git-remote.ts'
import { runGit, tryGit } from './git-run.ts'

/**
 * The product's name: the repository's name as its README spells it, else the name in its manifest or remote, else
 * the name of the folder.
 */
export async function readName(path: string, revision: string): Promise<string> {
  const [folder, readme, manifest, address] = await Promise.all([
    readFolder(path),
    tryGit(path, ['show', `${revision}:README.md`]),
    tryGit(path, ['show', `${revision}:package.json`]),
    tryGit(path, ['remote', 'get-url', 'origin']),
  ])
  const remote = address === null ? null : (parseRemote(address)?.name ?? null)
  const named = nameInManifest(manifest)
  const name = remote ?? (isWorkplace(named) ? null : named) ?? folder
  return spellingIn(readme ?? '', name) ?? name
}

/** Like `readName`, at HEAD; null if there is no readable repository. */
export async function findName(path: string): Promise<string | null> {
  const isReadable = (await tryGit(path, ['rev-parse', '--git-dir'])) !== null
  return isReadable ? readName(path, 'HEAD') : null
}

async function readFolder(path: string): Promise<string> {
  const folder = await tryGit(path, ['rev-parse', '--show-toplevel'])
  const bare = async () => (await runGit(path, ['rev-parse', '--absolute-git-dir'])).trim()
  return basename(folder?.trim() || (await bare())).replace(/\.git$/, '')
}

function nameInManifest(text: string | null): string | null {
  try {
    const { productName, displayName, name } = JSON.parse(text ?? 'null') ?? {}
    const found = [productName, displayName, name].find(
      (each) => typeof each === 'string' && each.trim() !== '',
    )
    return found?.replace(/^@[^/]+\//, '') ?? null
  } catch {
    return null
  }
}

/** True for generic names such as "monorepo", and for null. */
function isWorkplace(name: string | null): boolean {
  return (
    name === null ||
    /^(?:root|monorepo|workspace|repo|packages|project|app|website|docs)$|[-_](?:root|monorepo|workspace|repo)$/i.test(
      name,
    )
  )
}

/** The name with the capitals and spaces of the first heading of its README. */
function spellingIn(readme: string, name: string): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const head = readme.slice(0, 4_000)
  const headings = [
    ...head.matchAll(/^#{1,2}\s+(.+?)\s*#*$|<h1[^>]*>([\s\S]{1,200}?)<\/h1>|^(\S.{0,40})\n={3,}$/gm),
  ]
  for (const [, marked, html, under] of headings.slice(0, 3)) {
    const heading = (marked ?? html ?? under ?? '')
      .replace(/<[^>]*>|!?\[([^\]]*)\]\([^)]*\)|[*_`]/g, '$1')
      .trim()
    const found = heading.split(/\s+[-:|–—]\s+|[:|(]|\s+(?=\p{Extended_Pictographic})/u)[0]?.trim() ?? ''
    if (plain(found) === plain(name) && found !== found.toUpperCase()) return found
  }
  return null
}

import { basename } from 'node:path'
import type { Repository } from '../changelog/activity.ts'
import { capitalize, plainLine } from '../text/line.ts'
import { findGitFolder, type GitFolder } from './git-folder.ts'
import { parseRemote } from './git-remote.ts'
import { runGit, tryGit } from './git-run.ts'

/** The product's name, and whether it is a guess that the project should confirm. */
export type ProductName = { name: string; isGuessed: boolean }

/**
 * The product's name: the repository's name, else the name in its manifest, else the name of the folder, as the README
 * spells it. A generic name such as "framework" is replaced by the owner's.
 */
export async function readName(
  place: GitFolder,
  revision: string,
  origin = readOrigin(place.path),
): Promise<ProductName> {
  const { path } = place
  const show = (file: string) => tryGit(path, ['show', `${revision}:${file}`])
  const [folder, readme, manifest, remote] = await Promise.all([
    readFolder(place),
    show('README.md'),
    show('package.json'),
    origin,
  ])
  const named = nameInManifest(manifest)
  const name = remote?.name ?? (isWorkplace(named) ? null : named) ?? (await localName(folder, readme, show))
  const isGuessed = remote !== null && generic.test(name)
  const best = (isGuessed ? remote.owner : name).replace(/^incubator[-_]/i, '')
  return { name: spellingIn(readme ?? '', best) ?? capitalize(best), isGuessed }
}

/** The repository that the remote `origin` names; null if there is none. */
export async function readOrigin(path: string): Promise<Repository | null> {
  const address = await tryGit(path, ['remote', 'get-url', 'origin'])
  return address === null ? null : parseRemote(address)
}

/** Names of repositories that say what they are, not what they are called. */
const generic =
  /^(?:framework|core|server|client|app|cli|main|mono|monorepo|source|src|engine|platform|project|repo|api|sdk|web|desktop|mobile|v\d+)$/i

/** Like `readName`, at HEAD; null if there is no readable repository. */
export async function findName(path: string): Promise<string | null> {
  const place = await findGitFolder(path)
  return place && (await readName(place, 'HEAD')).name
}

async function readFolder({ path, isBare }: GitFolder): Promise<string> {
  const folder = isBare ? (await runGit(path, ['rev-parse', '--absolute-git-dir'])).trim() : path
  return basename(folder).replace(/\.git$/, '')
}

function nameInManifest(text: string | null): string | null {
  try {
    const { productName, displayName, name } = JSON.parse(text ?? 'null') ?? {}
    const found = [productName, displayName, name].find(
      (each) => typeof each === 'string' && each.trim() !== '',
    )
    return (
      found?.replace(/^@[^/]+\//, '').replace(/(?<=\w)[-_](?:root|monorepo|workspace|repo)$/i, '') ?? null
    )
  } catch {
    return null
  }
}

/** The name of the folder; of a generic one, the first heading of the README, or the name in another manifest. */
async function localName(
  folder: string,
  readme: string | null,
  show: (file: string) => Promise<string | null>,
): Promise<string> {
  if (!generic.test(folder)) return folder
  const inHeading = nameInHeading(readme)
  if (inHeading !== null) return inHeading
  for (const { file, name } of manifests) {
    const found = name
      .exec((await show(file)) ?? '')?.[1]
      ?.split('/')
      .at(-1)
    if (found && !isWorkplace(found)) return found
  }
  return folder
}

const manifests = [
  { file: 'Cargo.toml', name: /^\[package\][^[]*?^name\s*=\s*"([\w.-]+)"/m },
  { file: 'pyproject.toml', name: /^\[(?:project|tool\.poetry)\][^[]*?^name\s*=\s*["']([\w.-]+)["']/m },
  { file: 'go.mod', name: /^module\s+(\S+?)(?:\/v\d+)?\s*$/m },
]

/** Headings that many projects have. */
const usualHeading =
  /^(?:about|about the project|introduction|overview|table of contents|contents|getting started|installation|features|readme|logo|banner)$/i

/** The first heading of a README, if it is a name. */
function nameInHeading(readme: string | null): string | null {
  const [, atx, html, underlined] =
    /^# +(.+?) *#* *$|<h[1-3][^>]*>([^\n]{1,200}?)<\/h[1-3]>|^(\S.{0,60})\n=+ *$/m.exec(
      (readme ?? '').slice(0, maxReadme).replace(codeBlock, ' '),
    ) ?? []
  const heading = atx ?? html ?? underlined ?? ''
  const text = plainLine(
    // Only without words of its own, an image is the name.
    (heading.replace(/!\[[^\]]*\]\([^)]*\)/g, '').trim() || heading)
      .replace(/!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
      .replace(/<[^>]*>|[`*]/g, ''),
  ).replace(/ (?:v?\d+(?:\.\d+)+|logo|banner)$/i, '')
  if (usualHeading.test(text)) return null
  return /^[\p{L}\p{N}][\p{L}\p{N}.+ -]{0,39}$/u.test(text) && text.split(' ').length <= 3 ? text : null
}

/** True for generic names such as "monorepo", and for null. */
function isWorkplace(name: string | null): boolean {
  return name === null || /^(?:root|monorepo|workspace|repo|packages|project|app|website|docs)$/i.test(name)
}

const maxReadme = 20_000
const codeBlock = /```[\s\S]*?```/g

/** The most frequent spelling of a name in a README, with its capitals and spaces; headings count most. */
function spellingIn(readme: string, name: string): string | null {
  const letters = [...name.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, 40)
  if (letters.length < 2) return null
  const spelt = letters.map((letter) => RegExp.escape(letter)).join('[ .-]?')
  const text = readme
    .slice(0, maxReadme)
    .replace(codeBlock, ' ')
    .replace(/\]\([^)]*\)|https?:\S+|(?:src|href)="[^"]*"/g, ' ')
    .replace(/(?<!\w)[*_]{1,2}(?=\w)|(?<=\w)[*_]{1,2}(?!\w)/g, '')
  const counts = new Map<string, number>()
  const whole = new RegExp(`(?<![\\w/@.-])${spelt}(?![\\w/@]|[.-]\\w)`, 'giu')
  for (const line of text.split('\n')) {
    const weight = /^#{1,2} |<h1/.test(line) ? 5 : 1
    for (const [found] of line.matchAll(whole)) {
      // Headings in capitals and names in code say nothing about the spelling.
      if (found.length > 3 && found === found.toUpperCase()) continue
      counts.set(found, (counts.get(found) ?? 0) + weight)
    }
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null
}

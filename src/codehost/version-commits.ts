import { findHeadings } from '../changelog/changelog-headings.ts'
import { runGit, tryGit } from './git-run.ts'

/** A commit that set a version; used where there are no tags. */
export type VersionCommit = { version: string; sha: string; file: string }

const files = [
  'package.json',
  'Cargo.toml',
  'pyproject.toml',
  'composer.json',
  '*.gemspec',
  'VERSION',
  'CHANGELOG.md',
]
/** Lines that may set a version, so that git filters out most commits. */
const candidate = String.raw`version|^[#]+ .*[0-9]\.[0-9]|^v?[0-9]+\.[0-9]`
const maxCandidates = 60

/**
 * The commits of the main line that changed the version in a root manifest, or added a new version at the top of
 * CHANGELOG.md; newest first, each version once, at most `max`. A commit that adds a manifest sets no version:
 * nothing was released before it.
 */
export async function readVersionCommits(path: string, to: string, max = 1): Promise<VersionCommit[]> {
  const options = ['--first-parent', '-m', `-G${candidate}`, `--max-count=${maxCandidates}`]
  const log = ['log', ...options, '--format=%x00%H', '--name-only', '--end-of-options', to, '--']
  const output = await runGit(path, [...log, ...files.map((file) => `:(top,glob)${file}`)])
  const found: VersionCommit[] = []
  for (const entry of output.split('\0').slice(1)) {
    const [sha = '', ...changed] = entry.split('\n').filter(Boolean)
    for (const file of changed.sort(changelogLast)) {
      const version = await versionSetBy(path, sha, file)
      if (version === null || found.some((later) => later.version === version)) continue
      found.push({ version, sha, file })
      break
    }
    if (found.length === max) break
  }
  return found
}

const changelogLast = (a: string, b: string) => Number(isChangelog(a)) - Number(isChangelog(b))
const isChangelog = (file: string) => file === 'CHANGELOG.md'

/** The version that a commit set in a file; null if it is unchanged or missing. */
async function versionSetBy(path: string, sha: string, file: string): Promise<string | null> {
  const [now, before] = await Promise.all(
    [sha, `${sha}^`].map((commit) => tryGit(path, ['show', `${commit}:${file}`])),
  )
  const [version, earlier] = [now, before].map((text) => (text == null ? null : readVersionOf(file, text)))
  if (version == null || version === earlier) return null
  return earlier === null && !isChangelog(file) ? null : version
}

/** The version in a manifest or a CHANGELOG; null if it has none. */
export function readVersionOf(file: string, text: string): string | null {
  try {
    const version = readers[file.replace(/^.*(?=\.gemspec$)/, '')]?.(text)
    return typeof version === 'string' && /^v?\d+\.\d/.test(version) ? version.replace(/^v/, '') : null
  } catch {
    // An unknown manifest format, or invalid JSON in an old commit.
    return null
  }
}

type Manifest = Record<string, Record<string, unknown> | undefined>

const readers: Record<string, (text: string) => unknown> = {
  'package.json': (text) => JSON.parse(text).version,
  'composer.json': (text) => JSON.parse(text).version,
  'Cargo.toml': (text) => {
    const { package: own, workspace } = Bun.TOML.parse(text) as Manifest
    return typeof own?.version === 'string'
      ? own.version
      : (workspace?.package as Record<string, unknown> | undefined)?.version
  },
  'pyproject.toml': (text) => {
    const { project, tool } = Bun.TOML.parse(text) as Manifest
    return project?.version ?? (tool?.poetry as Record<string, unknown> | undefined)?.version
  },
  '.gemspec': (text) => /\.version\s*=\s*["']([^"']+)["']/.exec(text)?.[1],
  VERSION: (text) => text.trim().split('\n')[0],
  'CHANGELOG.md': (text) => findHeadings(text).find(({ version }) => version !== null)?.version,
}

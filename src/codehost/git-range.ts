import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperatorError } from '../errors.ts'
import { readSince } from '../text/duration.ts'
import { findGitFolder, type GitFolder } from './git-folder.ts'
import type { ProductName } from './git-name.ts'
import { runGit, tryGit } from './git-run.ts'
import { mainFamily, packageFamily, type Tag, tagAt, tagBefore } from './git-tags.ts'
import { readVersionCommits, type VersionCommit } from './version-commits.ts'
import { readVersion } from './versions.ts'

/** Refs as users write them. `from` defaults to the tag before `to`, and `to` to HEAD. */
export type RequestedRange = {
  from?: string
  to?: string
  /** Alternative to `from`: 24h, 7d, 2w or a date. */
  since?: string
  /** Alternative to `from`: only unreleased changes, even if there are none. */
  unreleased?: boolean
  /** Only this package of a monorepo, since its own last tag: its name or folder. */
  package?: string
  now?: Date
}

/** The repository that contains a folder, or that is in it if it is bare. */
export async function openRepository(given: string): Promise<GitFolder> {
  const path = resolve(given)
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorError(`There is no folder ${path}.`)
  if (!found.isDirectory()) throw new OperatorError(`${path} is not a folder.`)
  const place = await findGitFolder(path)
  if (place) return place
  await runGit(path, ['rev-parse', '--git-dir']).catch((error: Error) => {
    if (/dubious ownership/.test(error.message)) {
      throw new OperatorError(
        `${path} belongs to another user. To trust it, run: git config --global --add safe.directory ${path}`,
      )
    }
  })
  throw new OperatorError(`${path} is not a git repository.`)
}

/** The sha of the commit that a ref names. */
export async function resolveRef(path: string, ref: string): Promise<string> {
  // Anything but a name could be read as an option or a negated revision.
  const isName = /^[^-^\s][^\s]*$/.test(ref)
  const sha = isName
    ? await tryGit(path, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    : null
  if (sha !== null) return sha.trim()
  if (ref === 'HEAD') throw new OperatorError(`${path} has no commits yet.`)
  throw new OperatorError(`There is no commit, branch or tag "${ref}" in ${path}.`)
}

export type Start = { name: string; sha: string }
/**
 * Start of a range. `untagged` says why it starts there without a tag; `isVersion` is true if a version starts before
 * it; `version` is that version, as the tag or a file of the commit names it.
 */
type RangeStart = { from: Start | null; untagged: string | null; isVersion: boolean; version: string | null }

export async function findStart(
  path: string,
  { from, to: ref, since, unreleased, now, package: part }: RequestedRange,
  to: string,
  reading: Promise<Tag[]>,
  naming: Promise<ProductName>,
): Promise<RangeStart> {
  if (from !== undefined) return asked({ name: from, sha: await resolveRef(path, from) })
  if (since !== undefined)
    return asked(await startBefore(path, readSince(since, now ?? new Date()), to, reading))
  const tags = await reading
  if (tags.length === 0) return startUntagged(path, to, unreleased)
  const { name: product } = await naming
  const family = part === undefined ? mainFamily(tags, product) : packageFamily(tags, product)
  if (family === undefined)
    return { ...asked(null), untagged: `There is no tag of ${product}, so this is its whole history` }
  const current =
    tags.find(({ name, sha }) => name === ref && sha === to) ?? tagAt(tags, to, family, part !== undefined)
  const tag = (unreleased && current) || tagBefore(tags, to, current, family)
  return { from: tag, untagged: null, isVersion: tag !== null, version: tag?.name ?? null }
}

const asked = (from: Start | null): RangeStart => ({
  from,
  untagged: null,
  isVersion: false,
  version: from?.name ?? null,
})

/** The last commit of the main line before a time: merged branches may contain older commits. */
async function startBefore(
  path: string,
  time: Date,
  to: string,
  reading: Promise<Tag[]>,
): Promise<Start | null> {
  const seconds = Math.floor(time.getTime() / 1000)
  const before = ['rev-list', '-1', '--first-parent', `--before=${seconds}`, '--end-of-options', to, '--']
  const sha = (await runGit(path, before)).trim()
  return sha ? { name: tagAt(await reading, sha)?.name ?? sha, sha } : null
}

const maxUntagged = 300
const month = 30 * 24 * 3600 * 1000

/**
 * A history without tags starts at the commit that set the last version. Without such a commit the whole history is
 * read, or its last month if it is long.
 */
async function startUntagged(path: string, to: string, unreleased = false): Promise<RangeStart> {
  const versions = await readVersionCommits(path, to, 2)
  const last = unreleased ? versions[0] : versions.find(({ sha }) => sha !== to)
  if (last)
    return {
      from: { name: last.sha, sha: last.sha },
      untagged: describeStart(last),
      isVersion: true,
      version: last.version,
    }
  const count = await runGit(path, ['rev-list', '--count', `--max-count=${maxUntagged + 1}`, to, '--'])
  if (Number(count) <= maxUntagged)
    return { ...asked(null), untagged: 'There is no tag, so this is the whole history' }
  const newest = Number((await runGit(path, ['show', '--no-patch', '--format=%ct', to, '--'])).trim()) * 1000
  const from = await startBefore(path, new Date(newest - month), to, Promise.resolve([]))
  return {
    ...asked(from),
    version: null,
    untagged: 'There is no tag, so this is the last month of its history',
  }
}

const describeStart = ({ version, file, sha }: VersionCommit) =>
  `There is no tag, so this starts after version ${version} (${file}, commit ${sha.slice(0, 7)})`

/** Why a default range starts where it does; null if it starts at a tag. */
export async function explainStart(given: string): Promise<string | null> {
  const { path } = await openRepository(given)
  const sha = await resolveRef(path, 'HEAD')
  const tag = await runGit(path, ['for-each-ref', '--count=1', `--merged=${sha}`, '--format=x', 'refs/tags'])
  return tag.trim() === '' ? (await startUntagged(path, sha)).untagged : null
}

/** The first tag that contains a commit, else the first commit after it that set a version; undefined if unreleased. */
export async function findRelease(given: string, commit: string): Promise<string | undefined> {
  const { path } = await openRepository(given)
  const sha = await resolveRef(path, commit)
  const format = ['--sort=creatordate', '--format=%(refname:strip=2)']
  const output = await runGit(path, ['for-each-ref', `--contains=${sha}`, ...format, 'refs/tags'])
  const tags = output.split('\n').filter((name) => readVersion(name).numbers.length > 1)
  return tags.find((name) => readVersion(name).preRelease === null) ?? tags[0] ?? firstVersion(path, sha)
}

const maxVersions = 50

/** The first commit after `sha` that set a version. */
async function firstVersion(path: string, sha: string): Promise<string | undefined> {
  if ((await runGit(path, ['for-each-ref', '--count=1', 'refs/tags'])).trim() !== '') return undefined
  const versions = await readVersionCommits(path, 'HEAD', maxVersions)
  let first: string | undefined
  for (const version of versions) {
    if ((await tryGit(path, ['merge-base', '--is-ancestor', sha, version.sha])) === null) break
    first = version.sha
  }
  return first
}

/** The sha of the commit that a ref names, in the repository at a path. */
export async function resolveCommit(given: string, ref: string): Promise<string> {
  const { path } = await openRepository(given)
  return resolveRef(path, ref)
}

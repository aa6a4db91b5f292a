import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Activity, Commit, Release, Repository } from '../changelog/activity.ts'
import { draftChangelog, reasonToSkip } from '../changelog/draft.ts'
import { OperatorError } from '../errors.ts'
import { readSince } from '../text/duration.ts'
import { readCommits, readNewcomers } from './git-log.ts'
import { readName } from './git-name.ts'
import { readNotes } from './git-notes.ts'
import { parseRemote } from './git-remote.ts'
import { runGit, tryGit } from './git-run.ts'
import { readTags, type Tag, tagAt, tagBefore } from './git-tags.ts'

export type GitSource = {
  path: string
  /** Refs, as people write them; without `from`, the tag before `to`, and without `to`, HEAD. */
  from?: string
  to?: string
  /** In place of `from`: 24h, 7d, 2w or a date. */
  since?: string
  now?: Date
  /** Whether to tell who is new, for which the whole history before is read. */
  newcomers?: boolean
}

type Read = { activity: Activity; name: string; isShallow: boolean }

/**
 * Reads the activity of a local repository. Asked for nothing in particular, it takes what came since the last version,
 * and where that is nothing worth telling, that version itself.
 */
export async function readGitActivity(source: GitSource): Promise<Read> {
  const read = await readRange(source)
  const isDefault = source.from === undefined && source.to === undefined && source.since === undefined
  const { from } = read.activity
  if (!isDefault || from === null || reasonToSkip(draftChangelog([read.activity]).placed) === null)
    return read
  return readRange({ ...source, to: from })
}

/** A shallow clone is told, because its history ends early. */
async function readRange(source: GitSource): Promise<Read> {
  const path = await openRepository(source.path)
  const toSha = await resolveRef(path, source.to ?? 'HEAD')
  // The tags of a long history take a while; only some ranges begin at one of them.
  const reading = readTags(path, toSha)
  reading.catch(() => {})
  const from = await findStart(path, source, toSha, reading)
  const [tags, commits, repository, name, shallow] = await Promise.all([
    reading,
    readCommits(path, from?.sha ?? null, toSha),
    readRepository(path),
    readName(path, toSha),
    runGit(path, ['rev-parse', '--is-shallow-repository']),
  ])
  const inRange = new Set(commits.map(({ sha }) => sha))
  const activity: Activity = {
    repository,
    from: from?.name ?? null,
    to: source.to ?? tagAt(tags, toSha)?.name ?? 'HEAD',
    commits,
    pullRequests: [],
    releases: tags.filter((tag) => inRange.has(tag.sha)).map((tag) => toRelease(tag, repository)),
    ...(await readAround(path, source, from, toSha, commits)),
  }
  return { activity, name, isShallow: shallow.trim() === 'true' }
}

/** What the range alone does not hold: the notes that it wrote, and who is new in it. */
async function readAround(
  path: string,
  source: GitSource,
  from: Start | null,
  to: string,
  commits: Commit[],
) {
  const [notes, newcomers] = await Promise.all([
    readNotes(path, { from: from?.name ?? null, to }, commits),
    source.newcomers ? readNewcomers(path, from?.sha ?? null, commits) : undefined,
  ])
  return newcomers ? { notes, newcomers } : { notes }
}

async function openRepository(given: string): Promise<string> {
  const path = resolve(given)
  const found = await stat(path).catch(() => null)
  if (!found) throw new OperatorError(`There is no folder ${path}.`)
  if (!found.isDirectory()) throw new OperatorError(`${path} is not a folder.`)
  if ((await tryGit(path, ['rev-parse', '--git-dir'])) !== null) return path
  await runGit(path, ['rev-parse', '--git-dir']).catch((error: Error) => {
    if (/dubious ownership/.test(error.message)) {
      throw new OperatorError(
        `${path} belongs to another user; git config --global --add safe.directory ${path} trusts it.`,
      )
    }
  })
  throw new OperatorError(`${path} is not a git repository.`)
}

async function resolveRef(path: string, ref: string): Promise<string> {
  // Anything else than a name could be taken for an option or for the opposite of a revision.
  const isName = /^[^-^\s][^\s]*$/.test(ref)
  const sha = isName
    ? await tryGit(path, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
    : null
  if (sha !== null) return sha.trim()
  if (ref === 'HEAD') throw new OperatorError(`${path} has no commits yet.`)
  throw new OperatorError(`There is no commit, branch or tag "${ref}" in ${path}.`)
}

type Start = { name: string; sha: string }

async function findStart(
  path: string,
  { from, since, now }: GitSource,
  to: string,
  tags: Promise<Tag[]>,
): Promise<Start | null> {
  if (from !== undefined) return { name: from, sha: await resolveRef(path, from) }
  if (since === undefined) return tagBefore(await tags, to)
  // What landed on the main line since then, whenever it was written: branches hold older commits.
  const seconds = Math.floor(readSince(since, now ?? new Date()).getTime() / 1000)
  const before = ['rev-list', '-1', '--first-parent', `--before=${seconds}`, '--end-of-options', to, '--']
  const sha = (await runGit(path, before)).trim()
  return sha ? { name: tagAt(await tags, sha)?.name ?? sha, sha } : null
}

async function readRepository(path: string): Promise<Repository | null> {
  const address = await tryGit(path, ['remote', 'get-url', 'origin'])
  return address === null ? null : parseRemote(address)
}

function toRelease({ name, message, taggedAt, isPrerelease }: Tag, repository: Repository | null): Release {
  return {
    tagName: name,
    name: null,
    body: message,
    prerelease: isPrerelease,
    publishedAt: taggedAt,
    url: repository && `${repository.url}/releases/tag/${encodeURIComponent(name)}`,
  }
}

import type { Activity, Commit, Release, Repository } from '../changelog/activity.ts'
import { draftChangelog, reasonToSkip } from '../changelog/draft.ts'
import { readCommits, readNewcomers } from './git-log.ts'
import { readName, readOrigin } from './git-name.ts'
import { readNotes } from './git-notes.ts'
import { findPackage } from './git-package.ts'
import { readProjectRules } from './git-project.ts'
import {
  findRelease,
  findStart,
  openRepository,
  type RequestedRange,
  resolveRef,
  type Start,
} from './git-range.ts'
import { mainFamily, readTags, type Tag, tagAt } from './git-tags.ts'

export type GitSource = RequestedRange & {
  path: string
  /** Without a range, use the range of the version that contains this commit. */
  about?: string
  /** The version to use for the range if it has no tag yet. */
  release?: string
  /** Whether to find new contributors, which reads the whole earlier history. */
  newcomers?: boolean
}

export type GitActivity = {
  activity: Activity
  /** The repository and the commits at the ends of the range. */
  place: { path: string; from: string | null; to: string }
  name: string
  /** Whether the name is a guess that the project should confirm. */
  isNameGuessed: boolean
  isShallow: boolean
  /** Why the range starts where it does; null if it starts at a tag. */
  untagged: string | null
  /** Whether the range starts at a version. */
  isVersion: boolean
  /** The tag, ref or version at the start of the range. */
  lastVersion: string | null
}

/**
 * Reads the activity of a local repository. Without a range, it reads the changes since the last version, or that
 * version itself if there are no notable ones.
 */
export async function readGitActivity(source: GitSource): Promise<GitActivity> {
  const { from, to, since, unreleased, about } = source
  const isDefault = from === undefined && to === undefined && since === undefined && !unreleased
  if (isDefault && about !== undefined)
    return readRange({ ...source, to: await findRelease(source.path, about) })
  const read = await readRange(source)
  const last = read.activity.from
  if (!isDefault || source.release !== undefined || !read.isVersion || last === null) return read
  return reasonToSkip(draftChangelog([read.activity]).placed) === null
    ? read
    : readRange({ ...source, to: last })
}

/** A shallow clone is reported, because its history is incomplete. */
async function readRange(source: GitSource): Promise<GitActivity> {
  const place = await openRepository(source.path)
  const { path, isShallow } = place
  const toSha = await resolveRef(path, source.to ?? 'HEAD')
  // A range with a start needs only the tags inside it: its commits decide which those are.
  const reading = readTags(path, source.from === undefined ? toSha : null)
  reading.catch(() => {})
  const origin = readOrigin(path)
  const part = source.package === undefined ? null : await findPackage(path, toSha, source.package)
  const naming = part
    ? Promise.resolve({ name: part.name, isGuessed: false })
    : readName(place, toSha, origin)
  naming.catch(() => {})
  const { from, untagged, isVersion, version } = await findStart(path, source, toSha, reading, naming)
  const [tags, commits, repository, product, rules] = await Promise.all([
    reading,
    readCommits(path, from?.sha ?? null, toSha),
    origin,
    naming,
    readProjectRules(place),
  ])
  const inRange = new Set(commits.map(({ sha }) => sha))
  const activity: Activity = {
    repository,
    from: from?.name ?? null,
    to:
      tagFor(source.release, from) ??
      source.to ??
      tagAt(tags, toSha, mainFamily(tags, product.name), part !== null)?.name ??
      'HEAD',
    commits,
    rules: part ? { ...rules, product: undefined } : rules,
    ...(part && { folder: part.folder }),
    pullRequests: [],
    releases: tags.filter((tag) => inRange.has(tag.sha)).map((tag) => toRelease(tag, repository)),
    ...(await readAround(path, source, from, toSha, commits)),
  }
  return {
    activity,
    place: { path, from: from?.sha ?? null, to: toSha },
    name: part?.name ?? rules.product ?? product.name,
    isNameGuessed: rules.product === undefined && product.isGuessed,
    isShallow,
    untagged,
    isVersion,
    lastVersion: version,
  }
}

/** The data of a range in addition to its commits: its release notes and new contributors. */
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

/** The tag that a version will have, in the style of the last one. */
function tagFor(release: string | undefined, from: Start | null): string | null {
  if (release === undefined) return null
  const prefix = from === null ? 'v' : (/^(.*?)\d+\.\d/.exec(from.name)?.[1] ?? 'v')
  return /^\d/.test(release) ? `${prefix}${release}` : release
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

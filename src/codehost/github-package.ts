import type { Activity, Repository } from '../changelog/activity.ts'
import { foldInSlices } from '../changelog/join-commits.ts'
import { runInSlices } from '../slices.ts'
import { asCommits, asFile, asTree } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import { readVersion } from './versions.ts'

const manifests = ['package.json', 'Cargo.toml', 'pyproject.toml', 'go.mod', 'composer.json']
/** Package names are looked up only in repositories with at most this many packages. */
const maxPackages = 30
const maxPages = 10

/** Filters a release of one package in a monorepo to the changes that touch its folder, each with all its commits. */
export async function filterByPackage(
  client: GitHubClient,
  activity: Activity & { repository: Repository },
  tagName: string,
): Promise<Activity> {
  const { family } = readVersion(tagName)
  const folder = family ? await findFolder(client, activity.repository, family, tagName) : null
  if (!folder) return activity
  const touched = await readTouched(client, activity, folder, tagName)
  const changes = await runInSlices(foldInSlices(activity))
  const kept = new Set(
    changes
      .filter(({ commits }) => commits.some(({ sha }) => touched.has(sha)))
      .flatMap(({ commits }) => commits.map(({ sha }) => sha)),
  )
  return { ...activity, commits: activity.commits.filter(({ sha }) => kept.has(sha)) }
}

/** The folder of the package of a tag family; null if that is the whole repository, or there is none. */
async function findFolder(client: GitHubClient, repository: Repository, family: string, ref: string) {
  const tree = await client.find(repository, '/git/trees/{ref}', { ref, recursive: 1 }, asTree)
  const files = (tree?.tree ?? []).flatMap(({ path }) => path ?? [])
  const packages = files.filter(
    (path) => path.includes('/') && manifests.includes(path.split('/').at(-1) ?? ''),
  )
  const folders = packages.map((path) => path.slice(0, path.lastIndexOf('/')))
  const name = family.split('/').at(-1)
  const called = folders.find((folder) => folder.split('/').at(-1)?.toLowerCase() === name)
  if (called || packages.length > maxPackages) return called ?? null
  for (const path of packages.filter((each) => each.endsWith('/package.json'))) {
    const file = await client.find(repository, `/contents/${encodePath(path)}`, { ref }, asFile)
    if (nameIn(file?.content)?.toLowerCase() === family) return path.slice(0, path.lastIndexOf('/'))
  }
  return null
}

const encodePath = (path: string) => path.split('/').map(encodeURIComponent).join('/')

function nameIn(base64: string | null | undefined): string | null {
  try {
    const { name } = JSON.parse(Buffer.from(base64 ?? '', 'base64').toString('utf8')) as { name?: unknown }
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}

/**
 * The commits of the range that touch the folder; the host lists newest first, and continues past the start of the
 * range.
 */
async function readTouched(
  client: GitHubClient,
  { repository, commits }: Activity & { repository: Repository },
  folder: string,
  tagName: string,
): Promise<Set<string>> {
  const inRange = new Set(commits.map(({ sha }) => sha))
  const touched = new Set<string>()
  const oldest = Math.min(...commits.map(({ authoredAt }) => authoredAt.getTime()))
  const filter = { sha: tagName, path: folder }
  for await (const page of client.pages(repository, '/commits', filter, asCommits, maxPages)) {
    for (const { sha } of page) if (inRange.has(sha)) touched.add(sha)
    if (page.every(({ commit }) => Date.parse(commit.author?.date ?? '') < oldest)) break
  }
  return touched
}

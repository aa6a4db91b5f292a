import type { Activity, Commit, PullRequest } from '../../src/changelog/activity.ts'
import { type ChangelogOptions, writeChangelog } from '../../src/changelog/changelog.ts'
import type { LedgerEntry } from '../../src/changelog/ledger.ts'

export const repository = { owner: 'acme', name: 'app', url: 'https://github.com/acme/app' }

/** A full sha from a short name: the same name gives the same sha. */
export function sha(name: string): string {
  return new Bun.CryptoHasher('sha1').update(name).digest('hex')
}

/** A commit named `name`; parents are given by name. */
export function commit(name: string, message: string, more: Partial<Commit> = {}): Commit {
  return {
    sha: sha(name),
    message,
    authorName: 'Ana',
    authorLogin: 'ana',
    authoredAt: new Date('2026-11-02T10:00:00Z'),
    url: null,
    paths: [],
    ...more,
    parents: (more.parents ?? []).map(sha),
  }
}

/** Commits on one branch, oldest first; the activity lists them newest first. */
export function line(...messages: (string | Commit)[]): Commit[] {
  return messages.map((message, index) => {
    const made = typeof message === 'string' ? commit(`c${index + 1}`, message) : message
    return made.parents.length > 0 || index === 0 ? made : { ...made, parents: [sha(`c${index}`)] }
  })
}

export function pullRequest(number: number, title: string, more: Partial<PullRequest> = {}): PullRequest {
  return {
    number,
    title,
    body: null,
    url: null,
    authorLogin: 'ana',
    labels: [],
    mergedAt: null,
    mergeCommitSha: null,
    commits: [],
    ...more,
  }
}

export function activity(oldestFirst: Commit[], more: Partial<Activity> = {}): Activity {
  return {
    repository,
    from: null,
    to: 'HEAD',
    commits: oldestFirst.toReversed(),
    pullRequests: [],
    releases: [],
    ...more,
  }
}

export function ledgerOf(oldestFirst: Commit[], more: Partial<Activity> = {}): LedgerEntry[] {
  return writeChangelog(activity(oldestFirst, more)).ledger
}

/** The ledger as short lines: the title and the placement of each entry. */
export function story(oldestFirst: Commit[], more: Partial<Activity> = {}): string[] {
  return ledgerOf(oldestFirst, more).map(({ title, placement }) => `${placement}: ${title}`)
}

/** The entry of a single commit with this message. */
export function entryFor(message: string, more: Partial<Commit> = {}): LedgerEntry {
  const [entry] = ledgerOf([commit('only', message, more)])
  if (!entry) throw new Error('A commit has an entry.')
  return entry
}

export function written(oldestFirst: Commit[], more: Partial<Activity> = {}, options?: ChangelogOptions) {
  const changelog = writeChangelog(activity(oldestFirst, more), options)
  if (changelog.skipped !== null) throw new Error(changelog.skipped)
  return changelog
}

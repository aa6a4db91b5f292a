import type { Activity, Commit, PullRequest } from '../../src/changelog/activity.ts'

const subjects = [
  'feat(api): page the list with cursors',
  'fix: stop a crash when the upload is empty',
  'perf(search): read the index once',
  'docs: explain how a key is rotated',
  'refactor: split the parser by verb',
  'test: cover the empty list',
  'chore(deps): bump fast-check from 4.9.0 to 4.10.2',
  'Add keyboard shortcuts to the editor',
  'Reject forged webhooks',
  'feat(cli)!: drop the old flags',
]
const areas = ['billing', 'search', 'editor', 'uploads', 'invites', 'exports', 'reports', 'login']
const labels = [['bug'], ['enhancement'], ['documentation'], [], [], ['performance'], ['security']]
const people = ['ana', 'bo', 'chris', 'dana', 'emre', 'dependabot[bot]']
const start = Date.UTC(2026, 0, 1)
const minute = 60_000

/** A repository's history, one pull request to five commits: half of them squashed, half merged with their branches. */
export function makeHistory(commitCount: number): Activity {
  const commits: Commit[] = []
  const pullRequests: PullRequest[] = []
  let main: string | null = null

  function add(message: string, parents: (string | null)[]): string {
    const number = commits.length
    const sha = new Bun.CryptoHasher('sha1').update(`commit ${number}`).digest('hex')
    const author = pick(people, number)
    commits.push({
      sha,
      message,
      authorName: author,
      authorLogin: author,
      authoredAt: new Date(start + number * minute),
      url: `https://github.com/acme/app/commit/${sha}`,
      parents: parents.filter((parent) => parent !== null),
      paths: [`src/${pick(areas, number)}/service.ts`, `test/${pick(areas, number)}/service.test.ts`],
    })
    return sha
  }

  function open(number: number, title: string, mergeCommitSha: string, branch: string[]) {
    pullRequests.push({
      number,
      title,
      body: `${title}, as was asked for in #${number - 1}.\n\n- covered by a test\n- no migration`,
      url: `https://github.com/acme/app/pull/${number}`,
      authorLogin: pick(people, number),
      labels: pick(labels, number),
      mergedAt: new Date(start + commits.length * minute),
      mergeCommitSha,
      commits: branch,
    })
  }

  /** Sometimes a release is tagged or the previous commit is reverted. */
  function routine(number: number): string {
    const before = commits.at(-1)
    if (number % 20 === 1) return `chore(release): v1.${number}.0`
    if (number % 20 !== 11 || !before) return subjectOf(commits.length)
    return `Revert "${before.message}"\n\nThis reverts commit ${before.sha}.`
  }

  // Ten commits a round: four directly on the main branch, a squash, and a merge of a branch of four.
  for (let number = 1; commits.length + 10 <= commitCount; number += 2) {
    for (let index = 0; index < 3; index++) main = add(subjectOf(commits.length), [main])
    main = add(routine(number), [main])

    const squashed = subjectOf(commits.length)
    main = add(`${squashed} (#${number})\n\nThe list was read twice.`, [main])
    open(number, squashed, main, [])

    const merged = subjectOf(commits.length)
    const branch: string[] = []
    for (let index = 0; index < 4; index++) {
      branch.push(add(`${subjectOf(commits.length)}, part ${index}`, [branch.at(-1) ?? main]))
    }
    const subject = `Merge pull request #${number + 1} from acme/branch-${number}`
    main = add(`${subject}\n\n${merged}`, [main, branch.at(-1) ?? null])
    open(number + 1, merged, main, branch)
  }

  return {
    repository: { owner: 'acme', name: 'app', url: 'https://github.com/acme/app' },
    from: 'v1.0.0',
    to: 'v2.0.0',
    commits: commits.reverse(),
    pullRequests,
    releases: [],
  }
}

function subjectOf(number: number): string {
  return `${pick(subjects, number)} for ${pick(areas, number)} ${number}`
}

/** One of the items, chosen pseudo-randomly and deterministically. */
function pick<T>(items: T[], number: number): T {
  return items[Bun.hash.crc32(`${number} of ${items.length}`) % items.length] as T
}

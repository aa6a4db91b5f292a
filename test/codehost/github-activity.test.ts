import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Activity, Commit } from '../../src/changelog/activity.ts'
import { createGitHub } from '../../src/codehost/github.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostCommit, type HostRepository, repository } from '../support/github-repository.ts'

let host: GitHubHost
beforeEach(() => {
  host = startGitHub()
})
afterEach(() => host.stop())

function add(fullName = 'acme/rocket') {
  const added = repository(fullName)
  host.add(added)
  return added
}

const connect = () => createGitHub({ apiUrl: host.url, token: null })
const readRelease = (from: HostRepository, tagName: string) =>
  connect().readReleaseActivity(from, { tagName })
const readPush = (from: HostRepository, ...commits: HostCommit[]) =>
  connect().readPushActivity(from, commits.map(toPushed))

/** A commit as a delivery describes it. */
function toPushed({ sha, message, author, at }: HostCommit): Commit {
  return {
    sha,
    message,
    authorName: author,
    authorLogin: author,
    authoredAt: new Date(at),
    url: null,
    parents: [],
    paths: [],
  }
}

const messages = ({ commits }: Activity) => commits.map((commit) => commit.message)
const numbers = ({ pullRequests }: Activity) => pullRequests.map((pull) => pull.number)

describe('the activity of a release', () => {
  test('runs from the previous release to this one, newest first', async () => {
    const rocket = add()
    const before = rocket.commit('feat: stand')
    rocket.release('v1.0.0')
    const fly = rocket.commit('feat: fly', { author: 'grace' })
    const land = rocket.commit('fix: land softly')
    const release = rocket.release('v1.1.0', { name: 'Flight', body: 'It flies.' })
    rocket.commit('feat: not released yet')

    expect(await readRelease(rocket, 'v1.1.0')).toEqual({
      repository: rocket,
      from: 'v1.0.0',
      to: 'v1.1.0',
      commits: [
        {
          sha: land.sha,
          message: 'fix: land softly',
          authorName: 'ada',
          authorLogin: 'ada',
          authoredAt: new Date(land.at),
          url: `https://github.com/acme/rocket/commit/${land.sha}`,
          parents: [fly.sha],
          paths: [],
        },
        expect.objectContaining({ sha: fly.sha, authorLogin: 'grace', parents: [before.sha] }),
      ],
      notes: [],
      pullRequests: [],
      releases: [
        {
          tagName: 'v1.1.0',
          name: 'Flight',
          body: 'It flies.',
          prerelease: false,
          publishedAt: new Date(release.publishedAt ?? ''),
          url: 'https://github.com/acme/rocket/releases/tag/v1.1.0',
        },
      ],
    })
  })

  test('has the notes that maintainers wrote for their readers', async () => {
    const rocket = add()
    rocket.commit('chore: first')
    rocket.release('v1.0.0')
    rocket.commit('feat: fly (#4)')
    rocket.release('v1.1.0')
    rocket.files.set('.changeset/one.md', '---\n"rocket": minor\n---\n\nFly\n')
    rocket.files.set(
      'CHANGELOG.md',
      '# Changes\n\n## 1.1.0\n\n### Added\n\n- Rockets fly (#4)\n\n## 1.0.0\n\n- First\n',
    )
    const { notes } = await readRelease(rocket, 'v1.1.0')
    expect(notes?.map(({ text, section, numbers }) => ({ text, section, numbers }))).toEqual([
      { text: 'Fly', section: 'changeset minor', numbers: [] },
      { text: 'Rockets fly', section: 'Added', numbers: [4] },
    ])
  })

  test('runs from the beginning of history for the first release', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.commit('feat: fly')
    rocket.release('v1.0.0')
    const activity = await readRelease(rocket, 'v1.0.0')
    expect(activity.from).toBeNull()
    expect(messages(activity)).toEqual(['feat: fly', 'feat: stand'])
  })

  test('starts at the release published last before it, whatever the order of the list', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1.0.0', { at: '2026-02-01T00:00:00Z' })
    rocket.commit('feat: two')
    rocket.release('v2.0.0', { at: '2026-02-20T00:00:00Z' })
    rocket.commit('feat: three')
    rocket.release('v3.0.0', { at: '2026-03-01T00:00:00Z' })
    rocket.releases.reverse()
    expect((await readRelease(rocket, 'v2.0.0')).from).toBe('v1.0.0')
    expect((await readRelease(rocket, 'v3.0.0')).from).toBe('v2.0.0')
  })

  test('does not start at a draft', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1.0.0')
    rocket.commit('feat: two')
    rocket.release('v1.1.0')
    rocket.commit('feat: three')
    rocket.release('v1.2.0')
    for (const release of rocket.releases) release.draft = release.tagName === 'v1.1.0'
    expect((await readRelease(rocket, 'v1.2.0')).from).toBe('v1.0.0')
  })

  test('can start at a pre-release', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1.0.0-rc.1', { prerelease: true })
    rocket.commit('fix: two')
    rocket.release('v1.0.0')
    expect(messages(await readRelease(rocket, 'v1.0.0'))).toEqual(['fix: two'])
  })

  test('skips a fix of an older version that was published in between', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1.0.0')
    rocket.branch('v1')
    rocket.commit('feat: two')
    rocket.release('v2.0.0')
    rocket.commit('fix: one again', { branch: 'v1' })
    rocket.release('v1.0.1', { on: 'v1' })
    rocket.commit('feat: three')
    rocket.release('v2.1.0')

    const activity = await readRelease(rocket, 'v2.1.0')
    expect(activity.from).toBe('v2.0.0')
    expect(messages(activity)).toEqual(['feat: three'])
    expect((await readRelease(rocket, 'v1.0.1')).from).toBe('v1.0.0')
  })

  test('starts where branches part when every release has its own branch', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.branch('r1')
    rocket.commit('chore: mark v1', { branch: 'r1' })
    rocket.release('v1', { on: 'r1' })
    rocket.commit('feat: two')
    rocket.release('v2')
    const activity = await readRelease(rocket, 'v2')
    expect(activity.from).toBe('v1')
    expect(messages(activity)).toEqual(['feat: two'])
  })

  test('skips a release whose tag is gone', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1')
    rocket.commit('feat: two')
    rocket.release('v2')
    rocket.commit('feat: three')
    rocket.release('v3')
    rocket.tags.delete('v2')
    expect((await readRelease(rocket, 'v3')).from).toBe('v1')
  })

  test('skips its own pre-releases if that is requested', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v1.0.0')
    rocket.commit('feat: two')
    rocket.release('v2.0.0-rc.1', { prerelease: true })
    rocket.commit('feat: three')
    rocket.release('v2.0.0')
    const activity = await connect().readReleaseActivity(rocket, { tagName: 'v2.0.0', stableOnly: true })
    expect([activity.from, messages(activity)]).toEqual(['v1.0.0', ['feat: three', 'feat: two']])
  })

  describe('of one package of many', () => {
    function addMonorepo() {
      const rocket = add()
      rocket.files.set('package.json', '{"name":"rocket"}')
      rocket.files.set('packages/core/package.json', '{"name":"@acme/core"}')
      rocket.files.set('packages/command-line/package.json', '{"name":"@acme/cli"}')
      rocket.commit('feat: start', { paths: ['packages/core/a.ts', 'packages/command-line/a.ts'] })
      rocket.release('@acme/core@1.0.0')
      rocket.release('@acme/cli@1.0.0')
      rocket.commit('feat: both', { paths: ['packages/core/b.ts', 'packages/command-line/b.ts'] })
      rocket.pullRequest('feat: core only', {
        as: 'merge',
        commits: ['feat: core', 'wip'],
        paths: ['packages/core/c.ts'],
      })
      rocket.commit('feat: cli only', { paths: ['packages/command-line/c.ts'] })
      rocket.commit('ci: everywhere', { paths: ['.github/workflows/ci.yml'] })
      rocket.release('@acme/cli@1.1.0')
      rocket.release('@acme/core@1.1.0')
      return rocket
    }

    test('follows the last release of its package and has the changes of its folder', async () => {
      const activity = await readRelease(addMonorepo(), '@acme/core@1.1.0')
      expect(activity.from).toBe('@acme/core@1.0.0')
      expect(messages(activity)).toEqual([
        'Merge pull request #1 from grace/topic-1\n\nfeat: core only',
        'wip',
        'feat: core',
        'feat: both',
      ])
    })

    test('whose folder has another name is found by its manifest', async () => {
      const activity = await readRelease(addMonorepo(), '@acme/cli@1.1.0')
      expect(messages(activity)).toEqual(['feat: cli only', 'feat: both'])
    })

    test('that is in no folder has every change', async () => {
      const rocket = add()
      rocket.files.set('package.json', '{"name":"rocket"}')
      rocket.commit('feat: one')
      rocket.release('rocket-1.0.0')
      rocket.commit('feat: two')
      rocket.release('rocket-1.1.0')
      expect(messages(await readRelease(rocket, 'rocket-1.1.0'))).toEqual(['feat: two'])
    })
  })

  test('may have tags with any characters', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('@acme/rocket@1.0.0+build/7')
    rocket.commit('feat: two')
    rocket.release('größer #2?')
    const activity = await readRelease(rocket, 'größer #2?')
    expect(activity.from).toBe('@acme/rocket@1.0.0+build/7')
    expect(messages(activity)).toEqual(['feat: two'])
  })

  test('has every commit of a long range once, in order', async () => {
    const rocket = add()
    rocket.commit('feat: before')
    rocket.release('v1')
    const written = Array.from({ length: 333 }, (_, index) => rocket.commit(`feat: ${index}`))
    rocket.release('v2')
    const activity = await readRelease(rocket, 'v2')
    expect(activity.commits.map(({ sha }) => sha)).toEqual(written.map(({ sha }) => sha).reverse())
    expect(host.requests.filter(({ path }) => path.includes('/compare/'))).toHaveLength(4)
  })

  test('has the newest 50 pages of an endless range, and says where they begin', async () => {
    const rocket = add()
    rocket.commit('feat: before')
    rocket.release('v1')
    const written = Array.from({ length: 5250 }, (_, index) => rocket.commit(`feat: ${index}`))
    rocket.release('v2')
    const activity = await readRelease(rocket, 'v2')
    expect(activity.commits).toHaveLength(4950)
    expect(activity.commits[0]?.sha).toBe(written.at(-1)?.sha)
    expect(activity.from).toBe(activity.commits.at(-1)?.parents[0] ?? null)
  })

  test('finds the previous release behind a hundred newer ones', async () => {
    const rocket = add()
    rocket.commit('feat: one')
    rocket.release('v0.1')
    rocket.commit('feat: two')
    rocket.release('v0.2')
    for (let number = 0; number < 120; number++) rocket.release(`v1.${number}`)
    expect((await readRelease(rocket, 'v0.2')).from).toBe('v0.1')
  })
})

describe('the pull requests of a range', () => {
  test('are read with their data', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    const pull = rocket.pullRequest('Add a parachute', {
      body: 'Opens.',
      labels: ['safety'],
      author: 'grace',
    })
    rocket.release('v2')
    expect((await readRelease(rocket, 'v2')).pullRequests).toEqual([
      {
        number: 1,
        title: 'Add a parachute',
        body: 'Opens.',
        url: 'https://github.com/acme/rocket/pull/1',
        authorLogin: 'grace',
        labels: ['safety'],
        mergedAt: new Date(pull.mergedAt ?? ''),
        mergeCommitSha: pull.mergeCommitSha,
        commits: [pull.mergeCommitSha ?? ''],
        branch: 'topic-1',
      },
    ])
  })

  test.each(['squash', 'merge', 'rebase'] as const)('are found when they land by %s', async (as) => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    rocket.pullRequest('Add a parachute', { as, commits: ['sew', 'fold'] })
    rocket.release('v2')
    expect(numbers(await readRelease(rocket, 'v2'))).toEqual([1])
  })

  test.each(['squash', 'merge', 'rebase'] as const)('are found in a long range of %s', async (as) => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.pullRequest('Before the range', { as })
    rocket.release('v1')
    const message = as === 'squash' ? 'a message of its own' : undefined
    for (let number = 0; number < 15; number++) rocket.pullRequest(`Part ${number}`, { as, message })
    rocket.release('v2')
    expect(numbers(await readRelease(rocket, 'v2'))).toEqual(Array.from({ length: 15 }, (_, at) => 16 - at))
  })

  test('have every commit of a rebased one', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    const pull = rocket.pullRequest('Add a parachute', { as: 'rebase', commits: ['sew', 'fold', 'pack'] })
    rocket.release('v2')
    const [found] = (await readRelease(rocket, 'v2')).pullRequests
    expect(found?.commits.toSorted()).toEqual(pull.landed.toSorted())
  })

  test('have every commit of many rebased ones', async () => {
    const rocket = add()
    rocket.pullRequest('Before the range')
    rocket.release('v1')
    const rebase = { as: 'rebase', commits: ['sew', 'fold', 'pack'] } as const
    const pulls = Array.from({ length: 6 }, () => rocket.pullRequest('Add a parachute', rebase))
    rocket.release('v2')
    const found = (await readRelease(rocket, 'v2')).pullRequests
    expect(found.flatMap(({ commits }) => commits).sort()).toEqual(
      pulls.flatMap(({ landed }) => landed).sort(),
    )
  })

  test('are found by the number in a message if they landed elsewhere', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.branch('v1')
    rocket.release('v1.0', { on: 'v1' })
    const pulls = Array.from({ length: 25 }, (_, index) => rocket.pullRequest(`Fix ${index}`))
    for (const { number, title } of pulls) rocket.commit(`${title} (#${number})`, { branch: 'v1' })
    rocket.release('v1.1', { on: 'v1' })
    expect(numbers(await readRelease(rocket, 'v1.1'))).toHaveLength(25)
    expect(host.requests.filter(({ path }) => path.includes('/pulls'))).toHaveLength(1)
  })

  test('are looked up by commit if the list of closed ones is too long', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    for (let number = 0; number < 10; number++) rocket.commit(`Direct ${number}`)
    rocket.pullRequest('Add a parachute', { message: 'Parachute' })
    rocket.release('v2')
    for (let number = 0; number < 1000; number++) rocket.pullRequest('Later', { as: 'closed' })
    expect(numbers(await readRelease(rocket, 'v2'))).toEqual([1])
  })

  test('are read in bulk: 300 commits of 120 pull requests take 7 requests', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    for (let number = 0; number < 60; number++) {
      rocket.pullRequest(`Squashed ${number}`)
      rocket.pullRequest(`Merged ${number}`, { as: 'merge', commits: ['a', 'b', 'c'] })
    }
    rocket.release('v2')
    const activity = await readRelease(rocket, 'v2')
    expect(activity.commits).toHaveLength(300)
    expect(activity.pullRequests).toHaveLength(120)
    expect(host.requests.map(({ path }) => path.split('/')[4])).toEqual([
      ...['releases', 'releases', 'compare', 'compare', 'compare'],
      ...['pulls', 'pulls'],
    ])
  })

  test('are not looked up for each of a hundred commits pushed without one', async () => {
    const rocket = add()
    for (let number = 0; number < 250; number++) rocket.pullRequest('Long ago')
    rocket.release('v1')
    for (let number = 0; number < 100; number++) rocket.commit(`Direct ${number}`)
    rocket.release('v2')
    expect(numbers(await readRelease(rocket, 'v2'))).toEqual([])
    expect(host.requests.filter(({ path }) => path.includes('/pulls'))).toHaveLength(1)
  })

  test('leave out numbers that are no pull requests, and ones that contain a commit but did not merge it', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    rocket.pullRequest('Closed', { as: 'closed' })
    rocket.commit('fix: an issue (#77)')
    rocket.pullRequest('To production', { as: 'open' }).commits.push(rocket.commit('fix: no number'))
    rocket.release('v2')
    expect(numbers(await readRelease(rocket, 'v2'))).toEqual([])
  })

  test('that were closed manually did not land as the commit of their trial merge', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    rocket.pullRequest('Add a parachute', { as: 'closed' })
    rocket.commit('Add a parachute (#1)')
    rocket.release('v2')
    const { pullRequests } = await readRelease(rocket, 'v2')
    expect(pullRequests).toMatchObject([{ number: 1, mergedAt: null, mergeCommitSha: null, commits: [] }])
  })

  test('take a limited number of requests, whatever the range contains', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    rocket.release('v1')
    for (let number = 0; number < 400; number++) {
      rocket.commit(`fix: an issue (#${10_000 + number})`)
      rocket.pullRequest(`Part ${number}`, { as: 'rebase', commits: ['a', 'b', 'c'] })
      for (let more = 0; more < 2; more++) rocket.pullRequest('Dropped', { as: 'closed' })
    }
    rocket.release('v2')
    await readRelease(rocket, 'v2')
    const asked = host.requests.filter(({ path }) => /\/pulls/.test(path))
    expect(asked.length).toBeLessThanOrEqual(50)
  })
})

describe('the activity of a push', () => {
  test("has the commits of the delivery, with the code host's data about them", async () => {
    const rocket = add()
    const before = rocket.commit('feat: stand')
    const pull = rocket.pullRequest('Add a parachute', { as: 'merge', commits: ['sew', 'fold'] })
    const [sew, fold, merge] = pull.landed.map((sha) => rocket.find(sha) as HostCommit)
    if (!sew || !fold || !merge) throw new Error('The story was told differently.')

    const activity = await readPush(rocket, merge, fold, sew)
    expect(activity).toMatchObject({ from: before.sha, to: merge.sha, releases: [] })
    expect(activity.commits.map(({ sha, parents }) => [sha, parents])).toEqual([
      [merge.sha, [before.sha, fold.sha]],
      [fold.sha, [sew.sha]],
      [sew.sha, [before.sha]],
    ])
    expect(numbers(activity)).toEqual([1])
    expect(host.requests).toHaveLength(2)
  })

  test('of one squashed pull request takes two requests', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    const { mergeCommitSha } = rocket.pullRequest('Add a parachute')
    const activity = await readPush(rocket, rocket.find(mergeCommitSha ?? '') as HostCommit)
    expect(numbers(activity)).toEqual([1])
    expect(host.requests.map(({ path }) => path)).toEqual([
      '/repos/acme/rocket/commits',
      '/repos/acme/rocket/pulls/1',
    ])
  })

  test('reads commits whose author has no account, no name or no date', async () => {
    const rocket = add()
    const commit = rocket.commit('feat: stand')
    const plain = { sha: commit.sha, parents: [] }
    const email = '1+ada@users.noreply.github.com'
    for (const [answer, authorLogin, authorName] of [
      [{ commit: { message: 'a', author: { name: 'Ada', email } }, author: null }, 'ada', 'Ada'],
      [{ commit: { message: 'b', author: null }, author: {} }, null, ''],
    ] as const) {
      host.failNext(() => Response.json([{ ...plain, ...answer }]))
      const { commits } = await readPush(rocket, commit)
      expect(commits).toMatchObject([{ authorLogin, authorName, authoredAt: new Date(0) }])
    }
  })

  test('of more than a hundred commits completes all of them', async () => {
    const rocket = add()
    rocket.commit('feat: stand')
    const written = Array.from({ length: 250 }, (_, index) => rocket.commit(`feat: ${index}`))
    const activity = await readPush(rocket, ...written.toReversed())
    expect(activity.commits.every(({ parents }) => parents.length === 1)).toBe(true)
    expect(host.requests.filter(({ path }) => path.endsWith('/commits'))).toHaveLength(3)
  })

  test('of commits that the host no longer has is not found', async () => {
    const rocket = add()
    const lost = { ...rocket.commit('feat: stand'), sha: 'f'.repeat(40) }
    expect(await readPush(rocket, lost).catch((error) => error)).toMatchObject({ reason: 'not_found' })
  })

  test("uses the delivery's data if the code host lists something else", async () => {
    const rocket = add()
    const lost = { ...rocket.commit('feat: stand'), sha: 'f'.repeat(40) }
    host.failNext(() => Response.json([]))
    expect((await readPush(rocket, lost)).commits).toEqual([toPushed(lost)])
  })
})

describe('the activity of a window', () => {
  const day = {
    since: new Date('2026-02-02T00:00:00Z'),
    until: new Date('2026-02-03T00:00:00Z'),
    branch: null,
  }

  test('has the changes landed within it, its pull requests and its releases', async () => {
    const rocket = add()
    const before = rocket.commit('feat: before', { at: '2026-02-01T23:00:00Z' })
    rocket.release('v1', { at: '2026-02-01T23:59:59Z' })
    const first = rocket.commit('feat: within', { at: '2026-02-02T08:00:00Z' })
    const pull = rocket.pullRequest('Within', { at: '2026-02-02T09:00:00Z' })
    rocket.release('v2', { at: '2026-02-02T10:00:00Z' })
    rocket.release('v3', { draft: true })
    rocket.commit('feat: after', { at: '2026-02-03T01:00:00Z' })
    rocket.release('v4', { at: '2026-02-03T02:00:00Z' })

    const activity = await connect().readWindowActivity(rocket, day)
    expect(activity).toMatchObject({ from: before.sha, to: pull.mergeCommitSha })
    expect(activity.commits.map(({ sha }) => sha)).toEqual([pull.mergeCommitSha ?? '', first.sha])
    expect(numbers(activity)).toEqual([1])
    expect(activity.releases.map(({ tagName }) => tagName)).toEqual(['v2'])
  })

  test('has fixed ends, and repeats the same requests within an hour, so that the code host can answer "not modified"', async () => {
    const rocket = add()
    rocket.commit('feat: before', { at: '2026-02-02T10:09:59Z' })
    rocket.commit('feat: first', { at: '2026-02-02T10:10:00Z' })
    rocket.commit('feat: last', { at: '2026-02-02T11:19:59Z' })
    rocket.commit('feat: after', { at: '2026-02-02T11:20:00Z' })
    const between = (since: string, until: string) => {
      const window = { since: new Date(`2026-02-02T${since}Z`), until: new Date(`2026-02-02T${until}Z`) }
      return connect().readWindowActivity(rocket, { ...window, branch: null })
    }
    expect(messages(await between('10:10:00', '11:20:00'))).toEqual(['feat: last', 'feat: first'])
    await between('10:40:00', '11:50:00')
    const queries = host.requests.filter(({ path }) => path.endsWith('/commits')).map(({ query }) => query)
    expect(new Set(queries).size).toBe(1)
  })

  test('reads the given branch', async () => {
    const rocket = add()
    rocket.commit('feat: one', { at: '2026-02-01T23:00:00Z' })
    rocket.branch('next')
    rocket.commit('feat: on next', { at: '2026-02-02T08:00:00Z', branch: 'next' })
    const { readWindowActivity } = connect()
    expect(messages(await readWindowActivity(rocket, { ...day, branch: 'next' }))).toEqual(['feat: on next'])
    expect(messages(await readWindowActivity(rocket, day))).toEqual([])
  })
})

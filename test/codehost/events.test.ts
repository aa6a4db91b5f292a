import { describe, expect, test } from 'bun:test'
import { isSupportedEvent, type PushData, readEvent } from '../../src/codehost/events.ts'
import { pullRequestPayload, pushPayload, releasePayload } from '../support/github-deliveries.ts'
import { repository } from '../support/github-repository.ts'

const rocket = repository('acme/rocket', { defaultBranch: 'release/next' })
const first = rocket.commit('feat: fly')
const second = rocket.commit('fix: land softly', { author: 'grace' })
const merged = rocket.pullRequest('Add a parachute', { body: 'It opens by itself.' })
const release = rocket.release('v1.0.0', { name: 'One', body: 'Notes.' })

const push = (changes = {}) => pushPayload(rocket, [first, second], changes)
const inRepository = {
  id: 1296269,
  owner: 'acme',
  name: 'rocket',
  defaultBranch: 'release/next',
  url: 'https://github.com/acme/rocket',
}

describe('event types', () => {
  test.each(['ping', 'push', 'release', 'pull_request'])('%s is supported', (name) => {
    expect(isSupportedEvent(name)).toBe(true)
  })

  test.each(['issues', 'star', '', 'Push', 'toString', '__proto__'])('"%s" is not', (name) => {
    expect(isSupportedEvent(name)).toBe(false)
  })
})

describe('a push', () => {
  test('to the default branch with commits passes as pushed', () => {
    expect(readEvent('push', push())).toEqual({
      outcome: 'processed',
      kind: 'push',
      action: 'pushed',
      repository: inRepository,
      facts: [`push:${second.sha}`, `push:${first.sha}`],
      data: {
        ref: 'refs/heads/release/next',
        branch: 'release/next',
        commits: [
          {
            id: first.sha,
            message: 'feat: fly',
            author: { name: 'ada', email: 'ada@example.com', username: 'ada' },
            timestamp: first.at,
            url: `https://github.com/acme/rocket/commit/${first.sha}`,
          },
          {
            id: second.sha,
            message: 'fix: land softly',
            author: { name: 'grace', email: 'grace@example.com', username: 'grace' },
            timestamp: second.at,
            url: `https://github.com/acme/rocket/commit/${second.sha}`,
          },
        ],
        headCommit: { id: second.sha, message: 'fix: land softly' },
      },
    })
  })

  test.each([
    ['to another branch', { ref: 'refs/heads/main' }],
    ['to a branch whose name ends like the default one', { ref: 'refs/heads/old/release/next' }],
    ['of a tag', { ref: 'refs/tags/v1.0.0' }],
    ['of a tag named like the default branch', { ref: 'refs/tags/release/next' }],
    ['without commits', { commits: [] }],
    ['that does not tell commits', { commits: undefined }],
    ['that deletes the branch', { deleted: true, commits: [], head_commit: null }],
  ])('%s is filtered, with no action', (_, changes) => {
    expect(readEvent('push', push(changes))).toEqual({
      outcome: 'filtered',
      action: '',
      repository: inRepository,
    })
  })

  test('without a head commit has none', () => {
    expect(readEvent('push', push({ head_commit: null }))).toMatchObject({ data: { headCommit: null } })
  })

  test('by an author without name, address or account is accepted', () => {
    const [commit] = push().commits
    const by = (author: object) => readEvent('push', push({ commits: [{ ...commit, author }] }))
    const read = (author: object) => ({ data: { commits: [{ author }] } })
    expect(by({ name: null, email: null })).toMatchObject(read({ name: '', email: '' }))
    expect(by({ name: null, email: null, username: 'ada' })).toMatchObject(
      read({ name: 'ada', email: '', username: 'ada' }),
    )
    expect(by({ name: 'Ada', email: 'ada@example.com' })).toMatchObject({
      data: { commits: [{ author: expect.not.objectContaining({ username: expect.anything() }) }] },
    })
  })
})

describe('a release', () => {
  test.each(['published', 'prereleased'])('that is %s passes as such', (action) => {
    expect(readEvent('release', releasePayload(rocket, release, action))).toEqual({
      outcome: 'processed',
      kind: 'release',
      action,
      repository: inRepository,
      facts: ['release:1:v1.0.0', 'release:v1.0.0'],
      data: {
        tagName: 'v1.0.0',
        name: 'One',
        body: 'Notes.',
        prerelease: false,
        draft: false,
        publishedAt: release.publishedAt,
        url: 'https://github.com/acme/rocket/releases/tag/v1.0.0',
      },
    })
  })

  test.each(['created', 'edited', 'deleted', 'released', 'unpublished'])(
    'that is %s is filtered',
    (action) => {
      const payload = releasePayload(rocket, release, action)
      expect(readEvent('release', payload)).toEqual({ outcome: 'filtered', action, repository: inRepository })
    },
  )

  test.each(['published', 'prereleased'])('that is %s as a draft is filtered', (action) => {
    const payload = releasePayload(rocket, { ...release, draft: true, publishedAt: null }, action)
    expect(readEvent('release', payload)).toEqual({ outcome: 'filtered', action, repository: inRepository })
  })

  test('may have no name, text or date', () => {
    const bare = { ...release, name: null, body: null, publishedAt: null }
    expect(readEvent('release', releasePayload(rocket, bare))).toMatchObject({
      data: { name: null, body: null, publishedAt: null },
    })
  })
})

describe('texts longer than the limits of the code host', () => {
  test('are truncated, so that an event stays small', () => {
    const long = 'x'.repeat(300_000)
    const commits = Array.from({ length: 100 }, () => ({ ...first, message: long, author: long }))
    const { data } = readEvent('push', pushPayload(rocket, commits)) as { data: PushData }
    expect(data.commits.map(({ message }) => message.length)).toEqual(Array(100).fill(5_000))
    expect(data.headCommit?.message).toHaveLength(5_000)
    expect(data.commits[0]?.author.name).toHaveLength(120)
    const published = releasePayload(rocket, { ...release, body: long }, 'published')
    expect(readEvent('release', published)).toMatchObject({ data: { body: 'x'.repeat(200_000) } })
  })

  test('are truncated only if they are longer than their share', () => {
    const lengths = [400, ...Array(9).fill(300_000)]
    const commits = lengths.map((length) => ({ ...first, message: 'x'.repeat(length) }))
    const { data } = readEvent('push', pushPayload(rocket, commits)) as { data: PushData }
    const share = Math.floor((500_000 - 400) / 9)
    expect(data.commits.map(({ message }) => message.length)).toEqual([400, ...Array(9).fill(share)])
  })

  test('leave the largest push under 2.5 MB', () => {
    const long = 'x'.repeat(3_000)
    const author = { name: long, email: long, username: long }
    const commit = { id: long, message: long, author, timestamp: long, url: long }
    const push = { ...pushPayload(rocket, [first]), commits: Array(2048).fill(commit) }
    const { data } = readEvent('push', push) as { data: PushData }
    expect(data.commits).toHaveLength(2048)
    expect(JSON.stringify(data).length).toBeLessThan(2_500_000)
  })

  test('more commits than a push can have are refused without parsing each', () => {
    for (const commit of [first, {}])
      expect(
        readEvent('push', { ...pushPayload(rocket, [first]), commits: Array(2049).fill(commit) }),
      ).toEqual({
        outcome: 'invalid',
        issues: ['commits: expected a list of at most 2048'],
      })
  })
})

describe('a pull request', () => {
  const closed = pullRequestPayload(rocket, merged)

  test('that is closed and merged passes as merged', () => {
    expect(readEvent('pull_request', closed)).toEqual({
      outcome: 'processed',
      kind: 'pull_request',
      action: 'merged',
      repository: inRepository,
      facts: [],
      data: {
        number: 1,
        title: 'Add a parachute',
        body: 'It opens by itself.',
        url: 'https://github.com/acme/rocket/pull/1',
        mergedAt: merged.mergedAt,
        mergeCommitSha: merged.mergeCommitSha,
        author: 'grace',
        baseBranch: 'release/next',
      },
    })
  })

  test.each(['opened', 'synchronize', 'synchronized', 'merged', 'edited'])(
    'that is %s is filtered',
    (action) => {
      expect(readEvent('pull_request', { ...closed, action })).toEqual({
        outcome: 'filtered',
        action,
        repository: inRepository,
      })
    },
  )

  test.each([
    ['not merged', { merged: false }],
    ['not known to be merged', { merged: undefined }],
  ])('that is closed and %s is filtered', (_, changes) => {
    const payload = { ...closed, pull_request: { ...closed.pull_request, ...changes } }
    expect(readEvent('pull_request', payload)).toEqual({
      outcome: 'filtered',
      action: 'closed',
      repository: inRepository,
    })
  })

  test('may have no text, author, base or merge data', () => {
    const gone = { body: null, user: null, base: undefined, merged_at: null, merge_commit_sha: null }
    const payload = { ...closed, pull_request: { ...closed.pull_request, ...gone } }
    expect(readEvent('pull_request', payload)).toMatchObject({
      action: 'merged',
      data: { body: null, author: null, baseBranch: null, mergedAt: null, mergeCommitSha: null },
    })
  })
})

describe('a payload of the wrong shape', () => {
  const released = releasePayload(rocket, release)

  test.each([
    ['push', null, ['payload: expected an object']],
    ['push', [], ['payload: expected an object']],
    ['push', push({ ref: 7 }), ['ref: expected a string']],
    ['push', push({ commits: {} }), ['commits: expected a list of at most 2048']],
    ['push', push({ head_commit: 'abc' }), ['head_commit: expected an object or null']],
    ['release', { ...released, repository: undefined }, ['repository: expected an object']],
    ['release', { ...released, release: undefined }, ['release: expected an object']],
    [
      'release',
      { ...released, release: { ...released.release, tag_name: 1, draft: 'no' } },
      ['release.tag_name: expected a string', 'release.draft: expected a boolean'],
    ],
    ['pull_request', { ...released }, ['pull_request: expected an object']],
  ] as const)('of a %s is reported with its locations', (name, payload, issues) => {
    const result = readEvent(name, payload)
    expect(result).toEqual({ outcome: 'invalid', issues: [...issues] })
  })

  test('is reported even if the event would be filtered', () => {
    expect(readEvent('push', push({ ref: 'refs/heads/main', commits: [null] }))).toEqual({
      outcome: 'invalid',
      issues: ['commits.0: expected an object'],
    })
  })

  test('is reported with a limited number of issues', () => {
    const result = readEvent('push', push({ commits: Array.from({ length: 2_000 }, () => 'no') }))
    expect(result).toMatchObject({ outcome: 'invalid', issues: { length: 20 } })
  })
})

import { describe, expect, test } from 'bun:test'
import { foldChanges, foldInSlices } from '../../src/changelog/join-commits.ts'
import { activity, commit, entryFor, ledgerOf, line, pullRequest, sha } from './activities.ts'

const shas = (...names: string[]) => names.map(sha).sort()
const commitsOf = (entry: { commits: string[] } | undefined) => entry?.commits.toSorted()

test.each(["Merge branch 'main' into dev", 'Merge main into release/1.2', 'Back-merge', 'Sync with main'])(
  '%s is omitted as a merge, not as a release',
  (message) => {
    expect(entryFor(message)).toMatchObject({
      placement: 'omitted',
      reason: 'It only merges one branch into another.',
    })
  },
)

describe('merge commits', () => {
  const merged = [
    commit('base', 'feat: add a base'),
    commit('one', 'wip', { parents: ['base'], authorName: 'Bo', authorLogin: 'bo' }),
    commit('two', 'more', { parents: ['one'], authorName: 'Bo', authorLogin: 'bo' }),
    commit('main', 'fix: stop a crash', { parents: ['base'] }),
    commit('merge', 'Merge pull request #12 from acme/exports\n\nAdd streaming exports', {
      parents: ['main', 'two'],
    }),
  ]

  test('a merged pull request is one change with the commits that only its branch reaches', () => {
    const entry = ledgerOf(merged).find(({ number }) => number === 12)
    expect(entry).toMatchObject({
      kind: 'pull_request',
      title: 'Add streaming exports',
      url: 'https://github.com/acme/app/pull/12',
      authors: ['bo'],
    })
    expect(commitsOf(entry)).toEqual(shas('one', 'two', 'merge'))
    expect(ledgerOf(merged)).toHaveLength(3)
  })

  test("the code host's data about a pull request replaces the message", () => {
    const pullRequests = [pullRequest(12, 'Stream exports', { authorLogin: 'cy', labels: ['bug'] })]
    const entry = ledgerOf(merged, { pullRequests }).find(({ number }) => number === 12)
    expect(entry).toMatchObject({ title: 'Stream exports', authors: ['cy', 'bo'], category: 'Bug Fixes' })
  })

  test('without a title in the message the only commit of the branch names the pull request', () => {
    const [entry] = ledgerOf([
      commit('base', 'chore: base'),
      commit('one', 'feat: add themes', { parents: ['base'] }),
      commit('merge', 'Merge pull request #3 from acme/patch-1', { parents: ['base', 'one'] }),
    ])
    expect(entry).toMatchObject({ number: 3, title: 'Add themes' })
  })

  test('an older merge is not credited to a newer pull request', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('m1', 'Merge pull request #1 from acme/one\n\nAdd one', { parents: ['base', 'one'] }),
      commit('two', 'feat: add two', { parents: ['m1'] }),
      commit('m2', 'Merge pull request #2 from acme/two\n\nAdd two', { parents: ['m1', 'two'] }),
    ])
    expect(commitsOf(entries.find(({ number }) => number === 1))).toEqual(shas('one', 'm1'))
    expect(commitsOf(entries.find(({ number }) => number === 2))).toEqual(shas('two', 'm2'))
  })

  test('a merge of the main branch into a pull request belongs to the pull request', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('main', 'fix: stop a crash', { parents: ['base'] }),
      commit('sync', "Merge branch 'main' into one", { parents: ['one', 'main'] }),
      commit('m1', 'Merge pull request #1 from acme/one\n\nAdd one', { parents: ['main', 'sync'] }),
    ])
    expect(commitsOf(entries.find(({ number }) => number === 1))).toEqual(shas('one', 'sync', 'm1'))
  })

  test('a plain merge inside a pull request belongs to it, with what it brought in', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('outer', 'feat: add outer', { parents: ['base'] }),
      commit('side', 'feat: add side', { parents: ['base'] }),
      commit('join', "Merge branch 'side' into outer", { parents: ['outer', 'side'] }),
      commit('m1', 'Merge pull request #1 from acme/outer\n\nAdd outer', { parents: ['base', 'join'] }),
    ])
    expect(commitsOf(entries.find(({ number }) => number === 1))).toEqual(shas('outer', 'side', 'join', 'm1'))
  })

  test('a pull request merged into the branch of another stays a change of its own', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('outer', 'feat: add outer', { parents: ['base'] }),
      commit('inner', 'feat: add inner', { parents: ['outer'] }),
      commit('m2', 'Merge pull request #2 from acme/inner\n\nAdd inner', { parents: ['outer', 'inner'] }),
      commit('m1', 'Merge pull request #1 from acme/outer\n\nAdd outer', { parents: ['base', 'm2'] }),
    ])
    expect(commitsOf(entries.find(({ number }) => number === 2))).toEqual(shas('inner', 'm2'))
    expect(commitsOf(entries.find(({ number }) => number === 1))).toEqual(shas('outer', 'm1'))
  })

  test('a plain merge is an omitted entry, and its commits are separate entries', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('merge', "Merge branch 'one'", { parents: ['base', 'one'] }),
    ])
    expect(entries.find(({ commits }) => commits.includes(sha('merge')))).toMatchObject({
      kind: 'commit',
      placement: 'omitted',
      reason: 'It only merges one branch into another.',
    })
    expect(entries.find(({ title }) => title === 'Add one')?.placement).toBe('highlight')
  })

  test('a pull request from one long-lived branch to another only carries the changes of others', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one (#1)', { parents: ['base'] }),
      commit('two', 'feat: add two', { parents: ['one'] }),
      commit('merge', 'Merge pull request #9 from acme/develop\n\nDevelop', { parents: ['base', 'two'] }),
    ])
    expect(entries.map(({ title, placement }) => `${placement}: ${title}`)).toEqual([
      'highlight: Add one',
      'highlight: Add two',
      'highlight: Add a base',
      'omitted: Develop',
    ])
  })

  test('such a pull request is omitted even when none of its commits has a number', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('merge', 'Merge pull request #9 from acme/release/2\n\nNext', { parents: ['base', 'one'] }),
    ])
    expect(entries.find(({ number }) => number === 9)?.reason).toBe(
      'It only brings in changes that have entries of their own.',
    )
    expect(entries.find(({ title }) => title === 'Add one')?.kind).toBe('commit')
  })

  test('a history of a hundred thousand commits does not overflow the stack', () => {
    const commits = Array.from({ length: 100_000 }, (_, index) =>
      commit(`${index}`, 'chore: tidy', { parents: index > 0 ? [`${index - 1}`] : [] }),
    )
    expect(foldChanges(activity(commits))).toHaveLength(100_000)
  })
})

describe('squashes and rebases', () => {
  test('a number at the end of a subject names the pull request', () => {
    expect(ledgerOf(line('feat: add themes (#7)'))[0]).toMatchObject({
      kind: 'pull_request',
      number: 7,
      title: 'Add themes',
      url: 'https://github.com/acme/app/pull/7',
    })
  })

  test('of two numbers the last is the pull request', () => {
    expect(ledgerOf(line('Add themes (#7) (#9)'))[0]).toMatchObject({ number: 9, title: 'Add themes' })
  })

  test('commits that the code host lists belong to their pull request', () => {
    const pullRequests = [pullRequest(5, 'Add themes', { commits: [sha('c1'), sha('c2')] })]
    const [entry, ...others] = ledgerOf(line('one', 'two'), { pullRequests })
    expect(entry?.commits).toEqual([sha('c2'), sha('c1')])
    expect(others).toEqual([])
  })

  test('two pull requests that claim a commit have one owner, the lower number, in whatever order they come', () => {
    const pulls = [
      pullRequest(8, 'Add eight', { commits: [sha('c1'), sha('c2')] }),
      pullRequest(5, 'Add five', { commits: [sha('c1')] }),
    ]
    for (const pullRequests of [pulls, pulls.toReversed()]) {
      const entries = ledgerOf(line('one', 'two'), { pullRequests })
      expect(entries.map(({ number, commits }) => [number, commits])).toEqual([
        [8, [sha('c2')]],
        [5, [sha('c1')]],
      ])
    }
  })

  test('a pull request without a commit in range has no entry', () => {
    expect(ledgerOf(line('feat: add themes'), { pullRequests: [pullRequest(5, 'Elsewhere')] })).toHaveLength(
      1,
    )
  })

  test('without a repository nothing is linked', () => {
    expect(
      ledgerOf(line('feat: add themes (#7)', 'fix: crash'), { repository: null }).map(({ url }) => url),
    ).toEqual([null, null])
  })

  test.each([
    ['Merged PR 41: Add themes', 41],
    ['Merged in themes (pull request #42)\n\nAdd themes', 42],
    ["Merge branch 'themes' into 'main'\n\nAdd themes\n\nSee merge request acme/app!43", 43],
  ])('other hosts name their pull requests too: %p', (message, number) => {
    const commits = [commit('a', 'feat: add a'), commit('b', 'wip', { parents: ['a'] })]
    const entries = ledgerOf([...commits, commit('m', message, { parents: ['a', 'b'] })])
    expect(entries.find((entry) => entry.number === number)?.title).toBe('Add themes')
  })
})

describe('cherry-picks', () => {
  const pick = (origin: string) => `fix: crash\n\n(cherry picked from commit ${sha(origin)})`

  test('a cherry-pick is part of the change that it copies', () => {
    const entries = ledgerOf(line('fix: crash', pick('c1'), pick('c2')))
    expect(entries.map(({ commits }) => commits)).toEqual([[sha('c3'), sha('c2'), sha('c1')]])
  })

  test('a pull request of nothing but cherry-picks goes where they go', () => {
    const entries = ledgerOf([
      commit('fix', 'fix: crash (#1)'),
      commit('copy', pick('fix'), { parents: ['fix'] }),
      commit('merge', 'Merge pull request #2 from acme/backport\n\nBackport', { parents: ['fix', 'copy'] }),
    ])
    expect(entries.map(({ number }) => number)).toEqual([1])
    expect(entries[0]?.commits).toHaveLength(3)
  })

  test('a pull request that holds a cherry-pick and work of its own stays', () => {
    const entries = ledgerOf([
      commit('fix', 'fix: crash (#1)'),
      commit('copy', pick('fix'), { parents: ['fix'] }),
      commit('own', 'feat: add themes', { parents: ['copy'] }),
      commit('merge', 'Merge pull request #2 from acme/backport\n\nAdd themes', { parents: ['fix', 'own'] }),
    ])
    expect(commitsOf(entries.find(({ number }) => number === 1))).toEqual(shas('fix', 'copy'))
    expect(commitsOf(entries.find(({ number }) => number === 2))).toEqual(shas('own', 'merge'))
  })

  test('a cherry-pick from outside the range is a change of its own', () => {
    expect(ledgerOf(line('feat: add themes', pick('elsewhere')))).toHaveLength(2)
  })

  test('cherry-picks that name each other in a cycle are resolved', () => {
    expect(ledgerOf(line(pick('c2'), pick('c1')))).toHaveLength(1)
  })
})

describe('releases', () => {
  test.each([
    'chore(release): v1.2',
    'chore(release): 1.2.0 [skip ci]',
    'chore(main): release 1.2.0 (#9)',
    'chore: release 1.2',
    'chore: bump version to 1.2.3',
    'Release v1.2.0',
    'Release v1.2.0 (#9)',
    'v1.2.0',
    '1.2.0-rc.1',
    'Bump version to 1.2.3',
    'Bump version from 1.2.2 to 1.2.3',
    'Version Packages',
    'Prepare release 2.0.0',
  ])('only marks a release: %s', (message) => {
    const [entry] = ledgerOf(line(message))
    expect(entry).toMatchObject({
      placement: 'omitted',
      reason: 'It only marks a release.',
      category: 'Internal Changes',
    })
  })

  test.each([
    'Release the lock when a job dies',
    'feat: add release notes',
    'fix: publish events twice',
    'Tag posts by topic',
  ])('is work: %s', (message) => {
    expect(ledgerOf(line(message))[0]?.placement).not.toBe('omitted')
  })

  test('a release pull request does not swallow the work that it brings in', () => {
    const entries = ledgerOf([
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('bump', 'chore(release): v1.2.0', { parents: ['one'] }),
      commit('merge', 'Merge pull request #9 from acme/v1.2\n\nRelease v1.2.0', {
        parents: ['base', 'bump'],
      }),
    ])
    expect(entries.find(({ title }) => title === 'Add one')?.placement).toBe('highlight')
    expect(commitsOf(entries.find(({ number }) => number === 9))).toEqual(shas('bump', 'merge'))
  })
})

describe('authors', () => {
  test('co-authors are credited once, by account where it is known', () => {
    const message =
      'feat: add themes\n\nCo-authored-by: Bo <7+bo@users.noreply.github.com>\nCo-authored-by: Cy <cy@x.org>\nCo-authored-by: Ana <a@x.org>'
    expect(ledgerOf(line(message))[0]?.authors).toEqual(['ana', 'bo', 'Cy'])
  })

  test.each(['Claude Opus 4.6 (1M context)', 'gpt-4o-mini', 'GitHub Copilot coding agent (gpt-5 high)'])(
    'the model %s is not credited',
    (authorName) => {
      const [entry] = ledgerOf([commit('c1', 'feat: add themes', { authorName, authorLogin: null })])
      expect(entry?.authors).toEqual([])
    },
  )

  test('people with hostile names that start like a model are credited', () => {
    const names = ['1', 'v1', '(a)', '1.', 'pro 1 '].map((unit) => `Claude ${unit.repeat(40)}!`)
    const commits = names.map((authorName, index) =>
      commit(`c${index}`, `feat: add theme ${index}`, { authorName, authorLogin: null }),
    )
    expect(ledgerOf(commits).flatMap(({ authors }) => authors)).toHaveLength(names.length)
  })

  test('the author of a pull request is not credited again under another name', () => {
    const pullRequests = [pullRequest(1, 'Add themes', { authorLogin: 'cy', mergeCommitSha: sha('c1') })]
    const unknown = commit('c1', 'x', { authorName: 'Cyril', authorLogin: null })
    expect(ledgerOf([unknown], { pullRequests })[0]?.authors).toEqual(['cy'])
  })

  test('a name without an account is credited as the account that signs with it elsewhere', () => {
    const anonymous = commit('c2', 'fix: crash', { authorLogin: null })
    expect(ledgerOf(line('feat: add themes', anonymous)).map(({ authors }) => authors)).toEqual([
      ['ana'],
      ['ana'],
    ])
  })
})

describe('hostile subjects', () => {
  const titled = (subject: string) => ledgerOf(line(subject))[0]?.title

  test('a long run without a reference keeps its first characters as the title', () => {
    expect(titled(`fix: keep ${'1'.repeat(900)}`)).toMatch(/^Keep 1{100,}…$/)
    expect(titled(`fix: keep ${'.a'.repeat(450)}`)).toMatch(/^Keep (\.a){50,}…$/)
  })

  test('references and pictures at the end of a long subject are left out of its title', () => {
    const words = 'keep the order of the list '.repeat(5).trim()
    const title = titled(`fix: ${words} 🎉 fixes #12`)
    expect(title).toBe(titled(`fix: ${words}`))
  })

  // With two ways to read a comma, each further reference doubles the work, until the search is given up.
  test('a reference is found after many others and other text', () =>
    expect(titled(`fix: keep ${'#1,'.repeat(40)} as text #12`)).toEndWith(' as text'))

  test('joining commits yields after each change', () => {
    const steps = foldInSlices({
      repository: null,
      from: null,
      to: 'main',
      commits: line(...Array.from({ length: 50 }, (_, index) => `fix: part ${index}`)),
      pullRequests: [],
      releases: [],
    })
    let yields = 0
    while (!steps.next().done) yields++
    expect(yields).toBeGreaterThanOrEqual(50)
  })
})

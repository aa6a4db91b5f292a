import { describe, expect, test } from 'bun:test'
import { commit, entryFor, ledgerOf, line, pullRequest, sha, story } from './activities.ts'

const revertOf = (name: string, title: string) => `Revert "${title}"\n\nThis reverts commit ${sha(name)}.`

describe('a revert within the range', () => {
  test('cancels the reverted change, and each names the other', () => {
    const entries = ledgerOf(line('feat: add themes', revertOf('c1', 'feat: add themes')))
    expect(entries.map(({ placement }) => placement)).toEqual(['omitted', 'omitted'])
    expect(entries.map(({ reason }) => reason)).toEqual([
      `It reverts ${sha('c1').slice(0, 7)} (Add themes).`,
      `It was reverted by ${sha('c2').slice(0, 7)} (Revert "Add themes").`,
    ])
  })

  test('of a revert restores the original', () => {
    const twice = line(
      'feat: add themes',
      revertOf('c1', 'feat: add themes'),
      revertOf('c2', 'Revert "feat: add themes"'),
    )
    expect(story(twice)).toEqual([
      'highlight: Add themes',
      'omitted: Reapply "Add themes"',
      'omitted: Revert "Add themes"',
    ])
  })

  test.each([0, 1, 2, 3, 4, 5, 50, 51])('of any depth leaves only the outcome: %d reverts', (depth) => {
    const messages = Array.from({ length: depth }, (_, index) => revertOf(`c${index + 1}`, 'x'))
    const told = ledgerOf(line('feat: add themes', ...messages)).filter(
      ({ placement }) => placement !== 'omitted',
    )
    expect(told.map(({ title }) => title)).toEqual(depth % 2 === 0 ? ['Add themes'] : [])
  })

  test('may name a pull request', () => {
    const pullRequests = [
      pullRequest(13, 'Revert "Add themes"', { body: 'Reverts acme/app#12', mergeCommitSha: sha('c2') }),
    ]
    expect(story(line('Add themes (#12)', 'Revert "Add themes" (#13)'), { pullRequests })).toEqual([
      'omitted: Revert "Add themes"',
      'omitted: Add themes',
    ])
  })

  test('may name the pull request only in the quoted subject', () => {
    expect(story(line('Add themes (#12)', 'Revert "Add themes (#12)" (#13)'))[0]).toStartWith('omitted')
  })

  test('may have only the title', () => {
    expect(story(line('feat: add themes', 'revert: feat: add themes'))).toEqual([
      'omitted: Revert "Add themes"',
      'omitted: Add themes',
    ])
  })

  test('of a merge reverts the whole pull request', () => {
    const merged = [
      commit('base', 'feat: add a base'),
      commit('one', 'feat: add one', { parents: ['base'] }),
      commit('two', 'feat: add two', { parents: ['one'] }),
      commit('merge', 'Merge pull request #1 from acme/one\n\nAdd both', { parents: ['base', 'two'] }),
      commit('undo', revertOf('merge', 'Merge pull request #1 from acme/one'), { parents: ['merge'] }),
    ]
    expect(ledgerOf(merged).find(({ number }) => number === 1)?.placement).toBe('omitted')
  })

  test('of one commit of several reverts only a part', () => {
    const pullRequests = [pullRequest(1, 'Add both', { commits: [sha('c1'), sha('c2')] })]
    const entries = ledgerOf(line('one', 'two', revertOf('c2', 'two')), { pullRequests })
    expect(entries.map(({ placement, reason }) => [placement, reason])).toEqual([
      ['highlight', null],
      ['omitted', 'It reverts a part of #1 (Add both).'],
    ])
  })

  test('of every commit, one by one, reverts all', () => {
    const pullRequests = [pullRequest(1, 'Add both', { commits: [sha('c1'), sha('c2')] })]
    const entries = ledgerOf(line('one', 'two', revertOf('c2', 'two'), revertOf('c1', 'one')), {
      pullRequests,
    })
    expect(entries.every(({ placement }) => placement === 'omitted')).toBe(true)
  })

  test('that contains other work is listed for that work', () => {
    const rework = `feat: add new themes\n\nThis reverts commit ${sha('c1')}.`
    expect(story(line('feat: add themes', rework))).toEqual([
      'highlight: Add new themes',
      'omitted: Add themes',
    ])
  })
})

describe('a revert of something before the range', () => {
  test('is listed, with the title of the reverted change', () => {
    const [entry] = ledgerOf(line(revertOf('long ago', 'feat: add themes')))
    expect(entry).toMatchObject({ placement: 'listed', category: 'Features & Enhancements', reason: null })
  })

  test('is not matched to a change of the same title', () => {
    expect(story(line('feat: add themes', revertOf('long ago', 'feat: add themes')))).toEqual([
      'highlight: Add themes',
      'listed: Revert "Add themes"',
    ])
  })

  test('may be in another repository, whose numbers are not ours', () => {
    const pullRequests = [
      pullRequest(13, 'Revert "Add themes"', { body: 'Reverts other/app#12', mergeCommitSha: sha('c2') }),
    ]
    expect(story(line('Add exports (#12)', 'undo'), { pullRequests })).toContain('highlight: Add exports')
  })
})

test('pull requests that claim to revert each other are both listed', () => {
  const pullRequests = [
    pullRequest(1, 'Add one', { body: 'Reverts #2', mergeCommitSha: sha('c1') }),
    pullRequest(2, 'Add two', { body: 'Reverts #1', mergeCommitSha: sha('c2') }),
  ]
  expect(ledgerOf(line('one', 'two'), { pullRequests }).map(({ placement }) => placement)).toEqual([
    'highlight',
    'highlight',
  ])
})

test('a revert of work on CI before the range is left out', () => {
  const message =
    'Revert "Remove the workflow for old issues"\n\nThis reverts commit 0123456789abcdef0123456789abcdef01234567.'
  expect(entryFor(message, { paths: ['.github/workflows/old.yml'] }).placement).toBe('omitted')
  expect(entryFor(message, { paths: ['src/tiles.ts'] }).placement).not.toBe('omitted')
})

test('a revert that names its pull request by number has no effect either', () => {
  const told = story(line('fix: draw tiles once (#12)', 'fix: Revert #12 - fix: draw tiles once (#13)'))
  expect(told.every((each) => each.startsWith('omitted: '))).toBe(true)
})

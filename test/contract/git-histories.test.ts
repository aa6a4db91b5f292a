import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { createRepository } from '../support/git.ts'
import { expectChangelog, expectCompleteLedger } from './changelog-shape'
import { type LocalRepository, startRepository } from './git'
import { run, temporaryFolder } from './support'
import type { LedgerEntry } from './wire'

setDefaultTimeout(60_000)

const empty = await temporaryFolder()
let repository: LocalRepository

beforeEach(async () => {
  repository = await startRepository('https://github.com/acme/widgets')
  repository.commit('Initial commit')
  repository.tag('start')
})
afterEach(() => rm(repository.path, { recursive: true, force: true }))
afterAll(() => rm(empty, { recursive: true, force: true }))

// Writes the changelog from the tag "start" on, and checks the rules for every history.
async function ledgerOf(...flags: string[]) {
  const range = flags.length > 0 ? flags : ['--from', 'start']
  const { exitCode, stdout, stderr } = await run(['changelog', '--repo', repository.path, ...range, '--json'])
  expect([stderr, exitCode]).toEqual([stderr, 0])
  const { markdown, ledger } = JSON.parse(stdout) as { markdown: string; ledger: LedgerEntry[] }
  expectCompleteLedger(ledger, repository.shas('start..HEAD'))
  expectChangelog(markdown, ledger)
  return ledger
}

const entryWith = (ledger: LedgerEntry[], sha: string) => ledger.find(({ commits }) => commits.includes(sha))

describe('pull requests in a local history', () => {
  test('a branch into which main was merged keeps only its own commits', async () => {
    const { git, commit } = repository
    git('checkout', '--quiet', '-b', 'topic')
    const first = commit('feat: a wide table')
    git('checkout', '--quiet', 'main')
    const aside = commit('fix: keep the cursor in place')
    git('checkout', '--quiet', 'topic')
    git('merge', '--quiet', '--no-ff', 'main', '-m', "Merge branch 'main' into topic")
    const taken = git('rev-parse', 'HEAD')
    const last = commit('feat: a wider table')
    git('checkout', '--quiet', 'main')
    git(
      'merge',
      '--quiet',
      '--no-ff',
      'topic',
      '-m',
      'Merge pull request #50 from acme/topic\n\nfeat: a wide table',
    )
    const merge = git('rev-parse', 'HEAD')
    const ledger = await ledgerOf()
    expect(entryWith(ledger, merge)).toMatchObject({ kind: 'pull_request', number: 50 })
    expect(entryWith(ledger, merge)?.commits.toSorted()).toEqual([first, taken, last, merge].sort())
    expect(entryWith(ledger, aside)).toMatchObject({
      kind: 'commit',
      commits: [aside],
      category: 'Bug Fixes',
    })
  })

  test('the number at the end of the subject is that of the pull request', async () => {
    const sha = repository.commit('fix: what issue (#7) told of (#45)')
    expect(entryWith(await ledgerOf(), sha)).toMatchObject({
      kind: 'pull_request',
      number: 45,
      url: 'https://github.com/acme/widgets/pull/45',
    })
  })
})

describe('reverts in a local history', () => {
  test('a revert removes a change and itself', async () => {
    const kept = repository.commit('feat: stay')
    const gone = repository.commit('feat: come and go')
    const revert = repository.revert('feat: come and go', gone)
    const ledger = await ledgerOf()
    expect(entryWith(ledger, kept)?.placement).not.toBe('omitted')
    for (const sha of [gone, revert]) expect(entryWith(ledger, sha)?.placement).toBe('omitted')
  })

  test('a reverted revert brings the change back', async () => {
    const change = repository.commit('feat: come, go and come back')
    const revert = repository.revert('feat: come, go and come back', change)
    repository.revert('Revert "feat: come, go and come back"', revert)
    expect(entryWith(await ledgerOf(), change)?.placement).not.toBe('omitted')
  })
})

describe('messages in a local history', () => {
  test('are listed whole, whatever they contain', async () => {
    const messages = [
      'feat: a\u001fb\u001ec\u0001d\u001df',
      'feat: first\n\n---\n\ncommit 0000000000000000000000000000000000000000\nAuthor: nobody\n',
      'feat: tabs\tand\rreturns',
      `feat: ${'long '.repeat(5000)}`,
      'feat: "quotes", \'more\' and \\backslashes\\',
      'feat: 💥 and ünïcödé',
      'Feat(scope with spaces)!: shout',
      'no type at all',
    ]
    const shas = messages.map((message) => repository.commit(message))
    const ledger = await ledgerOf()
    for (const sha of shas) expect(entryWith(ledger, sha)?.commits).toEqual([sha])
  })

  test('are listed in every script', async () => {
    const messages = [
      'feat: добавить тёмную тему',
      'feat: 添加深色主题',
      'feat: ダークテーマを追加',
      'feat: إضافة سمة داكنة',
      'feat: เพิ่มธีมมืด',
      'feat: προσθήκη σκούρου θέματος',
    ]
    const shas = messages.map((message) => repository.commit(message))
    const ledger = await ledgerOf()
    const omitted = messages.filter((_, i) => entryWith(ledger, shas[i] ?? '')?.placement === 'omitted')
    expect(omitted).toEqual([])
  })
})

describe('a repository', () => {
  test('does not change the result through its git configuration', async () => {
    repository.commit('feat: a first thing')
    repository.merge('topic', 'Merge pull request #9 from acme/topic\n\nfeat: a second thing', [
      'feat: a second thing',
    ])
    const before = await ledgerOf()
    for (const [name, value] of [
      ['color.ui', 'always'],
      ['format.pretty', 'oneline'],
      ['log.decorate', 'full'],
      ['log.showSignature', 'true'],
      ['log.abbrevCommit', 'true'],
      ['core.pager', 'false'],
    ] as const)
      repository.git('config', name, value)
    expect(await ledgerOf()).toEqual(before)
  })

  test('is read from its last tag if no range is given', async () => {
    const sha = repository.commit('feat: since the tag')
    const { exitCode, stdout } = await run(['changelog', '--repo', repository.path, '--json'])
    expect(exitCode).toBe(0)
    const { ledger } = JSON.parse(stdout) as { ledger: LedgerEntry[] }
    expect(entryWith(ledger, sha)?.placement).not.toBe('omitted')
  })

  test('without any commit is reported in one sentence', async () => {
    await createRepository(empty)
    const { exitCode, stdout, stderr } = await run(['changelog', '--repo', empty])
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr.trim()).toMatch(/^[^\n]+$/)
  })
})

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { exists, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { marked } from 'marked'
import { expectChangelog, expectCompleteLedger, sectionsOf } from './changelog-shape'
import { type LocalRepository, startRepository } from './git'
import { dangersIn } from './html'
import { days, run } from './support'
import type { LedgerEntry } from './wire'

setDefaultTimeout(60_000)

type Printed = { title: string; markdown: string; range: { from: string; to: string }; ledger: LedgerEntry[] }

let repository: LocalRepository
let merged: string[]
let reverted: string[]
let printed: Printed

// No account, key or database: the data folder cannot even be created.
function changelog(path: string, ...args: string[]) {
  return run(['changelog', '--repo', path, ...args], { DATA_DIR: join(path, '.git/HEAD/data') })
}

async function write(target: LocalRepository, from: string, to: string) {
  const { exitCode, stdout, stderr } = await changelog(target.path, '--from', from, '--to', to, '--json')
  expect([stderr, exitCode]).toEqual([stderr, 0])
  return JSON.parse(stdout) as Printed
}

beforeAll(async () => {
  repository = await startRepository('git@github.com:acme/widgets.git')
  const { commit, merge, revert, tag } = repository
  commit('Initial commit')
  tag('v1.0.0')
  merged = merge('dark-mode', 'Merge pull request #11 from acme/dark-mode\n\nfeat: add a dark mode', [
    'feat: add a dark mode',
    'wip',
  ])
  commit('fix: stop crashing on an empty upload (#12)')
  commit('fix(security): refuse forged session cookies (#14)')
  commit('feat!: drop the old export endpoints (#19)')
  reverted = [commit('feat: teleport between workspaces (#16)')]
  reverted.push(revert('feat: teleport between workspaces (#16)', reverted[0] ?? ''))
  commit('perf: render long lists twice as fast (#18)')
  for (const [index, subject] of [
    'a map',
    'a calendar',
    'a timeline',
    'a gallery',
    'a board',
    'a table',
  ].entries())
    commit(`feat: show reports as ${subject} (#${30 + index})`)
  merge('sync', "Merge branch 'main' into sync", ['fix: keep the scroll position'])
  commit('chore(deps): bump left-pad from 1.0.0 to 1.1.0 (#13)')
  commit('docs: explain the configuration file')
  commit('test: cover the date parser')
  commit('chore(release): 1.1.0')
  tag('v1.1.0')
  printed = await write(repository, 'v1.0.0', 'v1.1.0')
})
afterAll(() => rm(repository.path, { recursive: true, force: true }))

const entryOf = (number: number) => printed.ledger.find((entry) => entry.number === number)

describe('the printed object', () => {
  test('has a title, Markdown, a range and a ledger', () => {
    expect(printed).toEqual({
      title: expect.stringMatching(/\S/),
      markdown: expect.any(String),
      range: { from: expect.any(String), to: expect.any(String) },
      ledger: expect.any(Array),
    })
    expect(printed.title).not.toMatch(/#\d|\n/)
  })

  test('lists every commit of the range once, merges included', () => {
    expectCompleteLedger(printed.ledger, repository.shas('v1.0.0..v1.1.0'))
  })

  test('follows the rules of a changelog', () => {
    expectChangelog(printed.markdown, printed.ledger)
    expect(sectionsOf(printed.markdown).highlights).toHaveLength(5)
  })

  test('is the same each time', async () => {
    expect(await write(repository, 'v1.0.0', 'v1.1.0')).toEqual(printed)
  })
})

describe('changes', () => {
  test('a merged pull request includes its commits', () => {
    expect(entryOf(11)).toMatchObject({
      kind: 'pull_request',
      url: 'https://github.com/acme/widgets/pull/11',
    })
    expect(entryOf(11)?.commits.toSorted()).toEqual(merged.toSorted())
  })

  test('a squashed pull request is found by its suffix', () => {
    expect(entryOf(12)).toMatchObject({
      kind: 'pull_request',
      url: 'https://github.com/acme/widgets/pull/12',
      category: 'Bug Fixes',
      authors: [expect.any(String)],
    })
    expect(entryOf(12)?.commits).toHaveLength(1)
  })

  test('a commit without a pull request links to itself', () => {
    const entry = printed.ledger.find(({ title }) =>
      title.toLowerCase().includes('explain the configuration'),
    )
    expect(entry).toMatchObject({
      kind: 'commit',
      number: null,
      url: `https://github.com/acme/widgets/commit/${entry?.commits[0]}`,
    })
  })

  test('reverted changes are not listed', () => {
    for (const sha of reverted)
      expect(printed.ledger.find(({ commits }) => commits.includes(sha))?.placement).toBe('omitted')
    expect(printed.markdown.toLowerCase()).not.toContain('teleport')
  })

  test('low-signal work is omitted with a reason', () => {
    expect(entryOf(13)).toMatchObject({ placement: 'omitted', reason: expect.stringMatching(/\S/) })
    expect(printed.markdown).not.toContain('left-pad')
    for (const start of ['cover the date parser', 'explain the configuration'])
      expect(printed.ledger.find(({ title }) => title.toLowerCase().includes(start))?.placement).not.toBe(
        'highlight',
      )
  })

  test('security and breaking changes come before features in the highlights', () => {
    expect(entryOf(14)).toMatchObject({ placement: 'highlight', category: 'Security' })
    expect(entryOf(19)?.placement).toBe('highlight')
  })

  test('links point to the repository', () => {
    const addresses = [...printed.markdown.matchAll(/\]\((https?:[^)]+)\)/g)].map((match) => match[1] ?? '')
    expect(addresses.filter((address) => !address.startsWith('https://github.com/'))).toEqual([])
  })
})

describe('a change that fits several categories is assigned to the first', () => {
  const cases: [string, string][] = [
    ['fix(security): escape the titles of reports', 'Security'],
    ['feat(security): sign session cookies', 'Security'],
    ['fix: repair the slow search', 'Bug Fixes'],
    ['fix: correct the documentation link in the footer', 'Bug Fixes'],
    ['feat: add a faster search', 'Features & Enhancements'],
    ['perf: halve the time of a search', 'Performance Improvements'],
    ['ci: run the checks on two machines', 'Infrastructure'],
    ['refactor: split the parser', 'Internal Changes'],
    ['test: cover the parser', 'Testing'],
    ['docs: explain the parser', 'Documentation'],
  ]

  // Low-signal work may also be left out.
  const quiet = ['Infrastructure', 'Internal Changes', 'Testing', 'Documentation']

  test('by conventional type', async () => {
    const local = await startRepository()
    local.commit('Initial commit')
    local.tag('start')
    const shas = cases.map(([message]) => local.commit(message))
    const { ledger } = await write(local, 'start', 'HEAD')
    await rm(local.path, { recursive: true, force: true })
    for (const [index, [message, category]] of cases.entries()) {
      const entry = ledger.find(({ commits }) => commits.includes(shas[index] ?? ''))
      if (entry?.placement === 'omitted')
        expect([message, quiet]).toEqual([message, expect.arrayContaining([category])])
      else expect([message, entry?.category]).toEqual([message, category])
    }
  })
})

describe('links', () => {
  test.each([
    'https://github.com/acme/widgets.git',
    'https://github.com/acme/widgets',
    'ssh://git@github.com/acme/widgets.git',
    'https://x-access-token:ghp_secret@github.com/acme/widgets.git',
  ])('are created for remote %s without its credentials', async (remote) => {
    repository.git('remote', 'set-url', 'origin', remote)
    const { exitCode, stdout } = await changelog(
      repository.path,
      '--from',
      'v1.0.0',
      '--to',
      'v1.1.0',
      '--json',
    )
    expect(exitCode).toBe(0)
    expect(stdout).not.toContain('ghp_secret')
    const { ledger } = JSON.parse(stdout) as Printed
    expect(ledger.find(({ number }) => number === 12)?.url).toBe('https://github.com/acme/widgets/pull/12')
  })
})

describe('on the terminal', () => {
  test('Markdown is printed without --json', async () => {
    const { exitCode, stdout } = await changelog(repository.path, '--from', 'v1.0.0', '--to', 'v1.1.0')
    expect(exitCode).toBe(0)
    expect(stdout).toContain('## Highlights')
    expect(stdout).toContain('## More Updates')
  })

  test('--since lists the commits of the last days', async () => {
    const local = await startRepository()
    local.commit('feat: long ago', new Date(Date.now() - days(30)))
    const recent = local.commit('feat: of yesterday', new Date(Date.now() - days(1)))
    const { exitCode, stdout } = await changelog(local.path, '--since', '7d', '--json')
    await rm(local.path, { recursive: true, force: true })
    expect(exitCode).toBe(0)
    expectCompleteLedger((JSON.parse(stdout) as Printed).ledger, [recent])
  })

  test.each([
    ['a folder without a repository', (path: string) => ['--repo', `${path}/nowhere`]],
    ['an unknown reference', (path: string) => ['--repo', path, '--from', 'v9.9.9', '--to', 'v1.1.0']],
    ['a duration that is none', (path: string) => ['--repo', path, '--since', 'soon']],
    ['an unknown flag', (path: string) => ['--repo', path, '--dance']],
  ])('%s is reported in one sentence', async (_, argsFor) => {
    const { exitCode, stdout, stderr } = await run(['changelog', ...argsFor(repository.path)])
    expect([1, 2]).toContain(exitCode)
    expect(stdout).toBe('')
    expect(stderr.trim()).toMatch(/^[^\n]+$/)
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  })

  test('a reference that looks like a flag of git is not one', async () => {
    const target = join(repository.path, 'written')
    for (const flag of ['--from', '--to']) {
      const { exitCode } = await changelog(repository.path, `${flag}=--output=${target}`)
      expect([1, 2]).toContain(exitCode)
    }
    expect(await exists(target)).toBe(false)
  })

  test('hostile commit messages remain text', async () => {
    const local = await startRepository('https://github.com/acme/widgets')
    local.commit('Initial commit')
    local.tag('start')
    local.commit('feat: show <script>alert(1)</script> and <img src=x onerror=alert(1)>')
    local.commit('fix: follow [this](javascript:alert(1)) and [that](https://evil.example/)')
    local.commit('feat: end `code</code><svg onload=alert(1)>` early')
    const { markdown, ledger } = await write(local, 'start', 'HEAD')
    await rm(local.path, { recursive: true, force: true })
    const html = await marked.parse(markdown)
    expect(await dangersIn(html)).toEqual([])
    expect(html).not.toContain('href="https://evil.example')
    expectChangelog(markdown, ledger)
  })
})

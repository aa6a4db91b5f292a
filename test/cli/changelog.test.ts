import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { command } from '../support/command.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = gitEnvironment('2026-11-02T10:00:00Z')
let repo: string

const herald = (...args: string[]) => command(['changelog', '--repo', repo, ...args])

async function commit(message: string) {
  await $`git -C ${repo} commit --quiet --allow-empty --message ${message}`.env(env)
}

beforeAll(async () => {
  repo = join(await mkdtemp(join(tmpdir(), 'herald-cli-')), 'courier')
  await createRepository(repo)
  await commit('Initial commit')
  await $`git -C ${repo} tag v1.0.0`.env(env)
  await commit('feat: add streaming exports (#1)')
  await commit('chore: tidy')
  await $`git -C ${repo} tag v1.1.0`.env(env)
})
afterAll(() => rm(join(repo, '..'), { recursive: true }))

test('prints a document', async () => {
  expect(await herald()).toEqual({
    exitCode: 0,
    stderr: '',
    stdout: `# Courier 1.1.0

Courier 1.1.0 adds streaming exports.

## Highlights

### Add streaming exports #1

Thanks to Ana.
`,
  })
})

test('prints JSON with the ledger of every commit', async () => {
  const printed = JSON.parse((await herald('--json')).stdout)
  expect(Object.keys(printed)).toEqual(['title', 'markdown', 'range', 'ledger'])
  expect(printed.range).toEqual({ from: 'v1.0.0', to: 'v1.1.0' })
  expect(printed.ledger).toEqual([
    {
      id: 'pr:1',
      kind: 'pull_request',
      number: 1,
      title: 'Add streaming exports',
      url: null,
      authors: ['Ana'],
      commits: [expect.stringMatching(/^[0-9a-f]{40}$/)],
      placement: 'highlight',
      category: 'Features & Enhancements',
      breaking: false,
      area: null,
      reason: null,
    },
    expect.objectContaining({
      kind: 'commit',
      placement: 'omitted',
      reason: 'It is an internal change.',
    }),
  ])
})

test('nothing to report is no failure: a sentence on stderr, or JSON that says so', async () => {
  const sentence = 'No notable changes in this range: one change was left out.'
  expect(await herald('--from', 'HEAD~1')).toEqual({ exitCode: 0, stdout: '', stderr: `${sentence}\n` })
  const printed = JSON.parse((await herald('--from', 'HEAD~1', '--json')).stdout)
  expect(printed).toMatchObject({
    title: null,
    markdown: '',
    skipped: sentence,
    ledger: [{ placement: 'omitted' }],
  })
})

test('a long changelog is printed in 40 lines, and --all lists every change', async () => {
  for (let at = 0; at < 50; at++) await commit(`fix: show total ${at} of the list`)
  const short = await herald('--from', 'v1.1.0', '--to', 'HEAD')
  const count = (text: string) => text.match(/^- Show total/gm)?.length ?? 0
  expect(short.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(40)
  expect(count(short.stdout)).toBeGreaterThan(25)
  const hidden = 50 - count(short.stdout)
  expect(short.stdout).toContain(`- And ${hidden} more.`)
  expect(short.stderr).toBe(`Only the most important changes are shown; --all lists ${hidden} more.\n`)
  const all = await herald('--from', 'v1.1.0', '--to', 'HEAD', '--all')
  expect([count(all.stdout), all.stderr]).toEqual([50, ''])
  const { markdown } = JSON.parse((await herald('--from', 'v1.1.0', '--to', 'HEAD', '--json')).stdout)
  expect(count(markdown)).toBe(50)
})

test('a start and a time together are wrong usage', async () => {
  expect((await herald('--from', 'v1.0.0', '--since', '7d')).stderr).toContain(
    '--from and --since cannot be combined.',
  )
})

test('an unknown ref fails', async () => {
  const { exitCode, stderr } = await herald('--from', 'v9')
  expect(exitCode).toBe(1)
  expect(stderr).toContain('There is no commit, branch or tag "v9"')
})

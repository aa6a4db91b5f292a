import { afterAll, expect, spyOn, test } from 'bun:test'
import { $ } from 'bun'
import { formatProgress, startProgress } from '../../src/cli/progress.ts'
import { command } from '../support/command.ts'
import { gitEnvironment } from '../support/git.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'
import { startSite } from '../support/site.ts'

afterAll(cleanUp)

/** A terminal that records its line of progress, with a clock that the test moves. */
function startRecorded() {
  const lines: string[] = []
  const clock = { time: 0 }
  const terminal = { env: {}, print() {}, write() {}, warn() {}, read: async () => '' }
  const status = (text: string) => void lines.push(text)
  const progress = startProgress({ ...terminal, status }, () => clock.time)
  return { lines, clock, progress }
}

test('a step with a known share has a bar of its share', () => {
  expect(formatProgress('Reading pages', 0)).toBe(`Reading pages [${' '.repeat(24)}]   0%`)
  expect(formatProgress('Reading pages', 0.5)).toBe(`Reading pages [${'='.repeat(12)}${' '.repeat(12)}]  50%`)
  expect(formatProgress('Reading pages', 1.2)).toBe(`Reading pages [${'='.repeat(24)}] 100%`)
  expect(formatProgress('Reading the history')).toBe('Reading the history')
})

test('work of less than half a second shows no progress', () => {
  const { lines, clock, progress } = startRecorded()
  progress.show('Reading pages', 0.2)
  clock.time = 499
  progress.show('Reading pages', 0.9)
  progress[Symbol.dispose]()
  expect(lines).toEqual([])
})

test('progress is drawn ten times a second at most, and its line is cleared at the end', () => {
  const { lines, clock, progress } = startRecorded()
  for (clock.time = 0; clock.time <= 700; clock.time += 50) progress.show(`Line ${clock.time}`)
  progress[Symbol.dispose]()
  expect(lines).toEqual(['Line 500', 'Line 600', 'Line 700', ''])
})

test('a command shows its progress while it waits, in the terminal only', async () => {
  const shown = Promise.withResolvers<string>()
  using site = startSite({ '/': '<title>Anvils</title><h1>Anvils</h1>' })
  site.pages['/robots.txt'] = async () => {
    await shown.promise
    return new Response('User-agent: *\nAllow: /')
  }
  const status = (text: string) => shown.resolve(text)
  const { stdout, stderr } = await command(['readiness', site.url], {}, { status })
  expect(await shown.promise).toBe('Reading the home page, robots.txt and the sitemap')
  expect([stdout.slice(0, 5), stderr.includes('Reading')]).toEqual(['Score', false])
})

test('changelog shows how much of the history is sorted', async () => {
  const folder = temporaryFolder()
  const git = (...args: string[]) => $`git -C ${folder} ${args}`.env(gitEnvironment()).quiet()
  await git('init', '--initial-branch', 'main')
  await git('commit', '--allow-empty', '--message', 'feat: add exports')
  await git('commit', '--allow-empty', '--message', 'fix: keep the order of columns')
  const lines: string[] = []
  const status = (text: string) => void lines.push(text)
  let time = 0
  // Each reading of the clock is a second later, so that every step is drawn.
  const clock = spyOn(performance, 'now').mockImplementation(() => (time += 1000))
  try {
    const { exitCode, stdout } = await command(['changelog', '--repo', folder], {}, { status })
    expect([exitCode, stdout.includes('Sorting')]).toEqual([0, false])
  } finally {
    clock.mockRestore()
  }
  expect(lines[0]).toBe('Reading the history')
  expect(lines).toContain(`Sorting two commits [${'='.repeat(4)}${' '.repeat(20)}]  16%`)
  expect(lines.at(-1)).toBe('')
})

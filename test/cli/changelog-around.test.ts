import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { command } from '../support/command.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const date = '2026-11-02T10:00:00Z'
const env = gitEnvironment(date)
let folder: string
let repo: string

const herald = (...args: string[]) => command(['changelog', '--repo', repo, ...args])
const inFolder = (name: string) => join(folder, name)
const read = (name: string) => Bun.file(inFolder(name)).text()

async function makeRepository(name: string, committed = date) {
  const path = join(folder, name)
  const dated = gitEnvironment(committed)
  await createRepository(path)
  const commit = (message: string) =>
    $`git -C ${path} commit --quiet --allow-empty --message ${message}`.env(dated)
  const tag = (version: string) => $`git -C ${path} tag ${version}`.env(env)
  return { path, commit, tag }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-cli-'))
  const { path, commit, tag } = await makeRepository('courier')
  repo = path
  await $`git -C ${path} remote add origin git@github.com:acme/courier.git`.env(env)
  await commit('Initial commit')
  await tag('v1.0.0')
  await commit('feat(ui): add streaming exports (#1)')
  await commit('chore: tidy')
  await tag('v1.1.0')
  await commit('fix: keep the order of rows (#2)')
})
afterAll(() => rm(folder, { recursive: true }))

describe('--output', () => {
  test('writes the same text to a file, and nothing to the terminal', async () => {
    expect(await herald('--output', inFolder('draft.md'))).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    expect(await read('draft.md')).toBe((await herald()).stdout)
  })

  test('a file that cannot be written is reported in one sentence', async () => {
    const { exitCode, stderr } = await herald('--output', folder)
    expect(exitCode).toBe(1)
    expect(stderr).toStartWith(`herald: ${folder} cannot be written: `)
    expect(stderr.trim()).not.toContain('\n')
  })
})

describe('--format', () => {
  test('json is what --json prints', async () => {
    expect(await herald('--format', 'json')).toEqual(await herald('--json'))
  })

  test('html is a fragment to embed in a page', async () => {
    const { stdout } = await herald('--to', 'v1.1.0', '--format', 'html')
    expect(stdout).toStartWith('<h1>Courier 1.1.0</h1>\n<p>')
    expect(stdout).toContain(
      '<a href="https://github.com/acme/courier/pull/1" rel="nofollow noopener">#1</a>',
    )
  })

  test('github-release has no title of its own', async () => {
    const { stdout } = await herald('--to', 'v1.1.0', '--format', 'github-release')
    expect(stdout).toStartWith('Courier 1.1.0 ')
    expect(stdout).toEndWith('/compare/v1.0.0...v1.1.0)\n')
  })
})

describe('--unreleased', () => {
  test('lists the changes since the last tag', async () => {
    const { range } = JSON.parse((await herald('--unreleased', '--json')).stdout)
    expect(range).toEqual({ from: 'v1.1.0', to: 'HEAD' })
  })

  test('with no listed change since then, the last version is not listed instead', async () => {
    const { path, commit, tag } = await makeRepository('quiet')
    await commit('feat: add exports')
    await tag('v1.0.0')
    await commit('chore: tidy')
    const tell = (...args: string[]) => command(['changelog', '--repo', path, ...args])
    expect((await tell()).stdout).toStartWith('# Quiet 1.0.0\n')
    expect(await tell('--unreleased')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'No notable changes in this range: one change was left out.\n',
    })
  })

  test('with no commit since then, no older version is listed instead', async () => {
    expect(await herald('--unreleased', '--to', 'v1.1.0')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'There are no changes in this range.\n',
    })
  })
})

describe('--prepend', () => {
  beforeEach(() => Bun.write(inFolder('CHANGELOG.md'), '# Log\n\n## 1.0.0\n\n- All.\n'))

  test('puts a version above the last one, once', async () => {
    const args = ['--to', 'v1.1.0', '--prepend', inFolder('CHANGELOG.md')]
    expect(await herald(...args)).toEqual({ exitCode: 0, stdout: '', stderr: '' })
    const text = await read('CHANGELOG.md')
    expect(text).toStartWith('# Log\n\n## 1.1.0\n\n<!-- herald -->\n\nCourier 1.1.0 ')
    expect(text).toEndWith('\n\n## 1.0.0\n\n- All.\n')
    expect(await herald(...args)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: `1.1.0 is in ${inFolder('CHANGELOG.md')} already.\n`,
    })
    expect(await read('CHANGELOG.md')).toBe(text)
  })

  test('a version without a tag is named by --release, and linked as its tag will be', async () => {
    await herald('--release', '1.1.1', '--prepend', inFolder('new.md'))
    expect(await read('new.md')).toContain('\n## [1.1.1] - 2026-11-02\n\n<!-- herald -->\n\nCourier 1.1.1 ')
    expect(await read('new.md')).toEndWith(
      '\n[1.1.1]: https://github.com/acme/courier/compare/v1.1.0...v1.1.1\n',
    )
  })

  test('without a version it is unreleased', async () => {
    await herald('--prepend', inFolder('CHANGELOG.md'))
    expect(await read('CHANGELOG.md')).toStartWith('# Log\n\n## Unreleased\n\n<!-- herald -->\n\nThis update')
  })
})

describe('--prepend does not guess', () => {
  test.each([
    ['CHANGES.rst', 'reStructuredText, ', 'rst'],
    ['NEWS.adoc', 'AsciiDoc, ', 'asciidoc'],
    ['news.wiki', '', 'FORMAT'],
  ])('%s is refused, with what to do instead', async (name, markup, pandoc) => {
    await Bun.write(inFolder(name), 'Version 1.0.0\n-------------\n')
    const { exitCode, stderr } = await herald('--prepend', inFolder(name))
    expect([exitCode, stderr]).toEqual([
      1,
      `herald: ${inFolder(name)} is ${markup}not Markdown. Use --output notes.md, convert it with pandoc -f gfm -t ${pandoc} notes.md, and insert the result.\n`,
    ])
    expect(await read(name)).toBe('Version 1.0.0\n-------------\n')
  })

  test('a file without a certain position is left as it is, until --after names one', async () => {
    const old = '# Log\n\n## Herbst\n\n- All.\n'
    await Bun.write(inFolder('odd.md'), old)
    const args = ['--to', 'v1.1.0', '--prepend', inFolder('odd.md')]
    const { exitCode, stderr } = await herald(...args)
    expect([exitCode, stderr]).toEqual([
      1,
      'herald: The position for 1.1.0 is not certain: no heading of the file names a version. Choose it with --after LINE or --after TEXT.\n',
    ])
    expect(await read('odd.md')).toBe(old)
    expect((await herald(...args, '--after', '# Log')).exitCode).toBe(0)
    expect(await read('odd.md')).toStartWith('# Log\n\n## [1.1.0] - 2026-11-02\n\n<!-- herald -->')
  })
})

describe('a range as an argument', () => {
  test.each([
    ['v1.0.0..v1.1.0', { from: 'v1.0.0', to: 'v1.1.0' }],
    ['v1.0.0..', { from: 'v1.0.0', to: 'HEAD' }],
    ['..v1.1.0', { from: 'v1.0.0', to: 'v1.1.0' }],
  ])('%s', async (range, expected) => {
    expect(JSON.parse((await herald(range, '--json')).stdout).range).toEqual(expected)
  })
})

describe('--next', () => {
  test('prints the next version, and why on stderr', async () => {
    expect(await herald('--next')).toEqual({
      exitCode: 0,
      stdout: '1.1.1\n',
      stderr:
        'A patch step from 1.1.0 for one change, which is neither breaking nor a new feature.\n- #2 Keep the order of rows\n',
    })
    expect((await herald('v1.0.0..', '--next')).stdout).toBe('1.1.0\n')
  })

  test('--json prints it with its changes', async () => {
    const next = JSON.parse((await herald('--next', '--json')).stdout)
    expect(next).toMatchObject({
      version: '1.1.1',
      previous: 'v1.1.0',
      step: 'patch',
      changes: [{ number: 2 }],
    })
  })

  test('prints no version if nothing changed, and fails after a ref that is not one', async () => {
    expect(await herald('--next', '--to', 'v1.1.0')).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'There are no changes in this range.\n',
    })
    expect(await herald('--next', '--from', 'HEAD~1')).toMatchObject({
      exitCode: 1,
      stderr: 'herald: HEAD~1 is not a version. Use --from TAG to name the last version.\n',
    })
  })
})

describe('--explain', () => {
  test('lists each rule that applied to a commit, in any version', async () => {
    const { stdout, exitCode } = await herald('--explain', 'v1.1.0~1')
    expect(exitCode).toBe(0)
    expect(stdout).toStartWith(
      '#1  Add streaming exports\nA highlight, filed under Features & Enhancements.\n\n1. It is',
    )
    expect(stdout).toContain('Its type is feature.\n')
  })

  test('a commit outside of the requested range is reported', async () => {
    expect(await herald('--explain', 'HEAD', '--to', 'v1.1.0')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'herald: HEAD is not in the range from v1.0.0 to v1.1.0.\n',
    })
  })

  test('--json prints its entry and the rules', async () => {
    const why = JSON.parse((await herald('--explain', 'HEAD', '--json')).stdout)
    expect(why).toEqual({ entry: expect.objectContaining({ number: 2 }), rules: expect.any(Array) })
  })
})

describe('.herald.toml', () => {
  afterAll(() => rm(join(repo, '.herald.toml'), { force: true }))

  test('names the product and its areas', async () => {
    await Bun.write(join(repo, '.herald.toml'), 'product = "Post"\n[areas]\nui = "Dashboard"\n')
    const { stdout } = await herald('--to', 'v1.1.0')
    expect(stdout).toStartWith('# Post 1.1.0\n')
    expect(stdout).toContain('### Dashboard: Add streaming exports')
  })

  test('an invalid value is reported in one sentence', async () => {
    await Bun.write(join(repo, '.herald.toml'), 'name = "Post"\n')
    const { exitCode, stdout, stderr } = await herald()
    expect([exitCode, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^herald: \.herald\.toml has an unknown key "name"; the keys are [^\n]+\.\n$/)
  })
})

describe('a history without tags', () => {
  test('is listed whole, and says so', async () => {
    const { path, commit } = await makeRepository('small')
    await commit('feat: add exports')
    const { stderr, stdout } = await command(['changelog', '--repo', path, '--json'])
    expect(stderr).toBe(
      'There is no tag, so this is the whole history. Use --since 90d or --from REF for another range.\n',
    )
    expect(JSON.parse(stdout).range).toEqual({ from: null, to: 'HEAD' })
  })

  test('of more than 300 commits is listed from a month before its end', async () => {
    const path = inFolder('long')
    await createRepository(path)
    const at = (day: number) => Date.UTC(2026, 0, day) / 1000
    const commits = Array.from({ length: 302 }, (_, index) => {
      const day = index < 300 ? 1 : 100 + index
      return `commit refs/heads/main\ncommitter Ana <ana@example.com> ${at(day)} +0000\ndata <<END\nfeat: add part ${index}\nEND\n`
    })
    await $`git -C ${path} fast-import --quiet < ${Buffer.from(commits.join(''))}`.env(env)
    const { stderr, stdout } = await command(['changelog', '--repo', path, '--json'])
    expect(stderr).toStartWith('There is no tag, so this is the last month of its history.')
    expect(JSON.parse(stdout).ledger.flatMap(({ commits }: { commits: string[] }) => commits)).toHaveLength(2)
  })
})

test.each([
  [['--from', 'v1.0.0', '--unreleased'], '--unreleased cannot be combined with --from or --since.'],
  [['--output', 'a', '--prepend', 'b'], '--output and --prepend cannot be combined.'],
  [['v1.0.0'], 'The range must be A..B, such as v1.0.0..v1.1.0, not "v1.0.0".'],
  [['v1.0.0...v1.1.0'], 'The range must be A..B, such as v1.0.0..v1.1.0, not "v1.0.0...v1.1.0".'],
  [['..'], 'The range must be A..B, such as v1.0.0..v1.1.0, not "..".'],
  [
    ['v1.0.0..v1.1.0', '--since', '7d'],
    'A range cannot be combined with --from, --to, --since or --unreleased.',
  ],
  [
    ['--next', '--release', '2.0.0'],
    '--next cannot be combined with --since, --output, --prepend, --explain, --format or --release.',
  ],
  [['--after', '3'], '--after requires --prepend FILE.'],
  [['--json', '--format', 'html'], '--json and --format html cannot be combined.'],
  [['--prepend', 'a', '--format', 'html'], '--prepend cannot be combined with --json or --format.'],
  [
    ['--explain', 'HEAD', '--output', 'a'],
    '--explain cannot be combined with --output, --prepend or --format.',
  ],
  [['--format', 'pdf'], '--format must be one of markdown, github-release, json, html, not "pdf".'],
  [['--release', 'soon'], '--release must be a version such as 1.2.0, not "soon".'],
])('%j is wrong usage', async (args, sentence) => {
  expect(await herald(...args)).toEqual({ exitCode: 2, stdout: '', stderr: `herald: ${sentence}\n` })
})

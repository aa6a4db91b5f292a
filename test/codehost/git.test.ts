import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import { readGitActivity } from '../../src/codehost/git.ts'
import { parseRemote } from '../../src/codehost/git-remote.ts'
import { runGit } from '../../src/codehost/git-run.ts'
import { createRepository, gitEnvironment } from '../support/git.ts'

const env = { ...gitEnvironment(), GIT_AUTHOR_EMAIL: '7+ana@users.noreply.github.com' }
let folder: string
let repo: string

async function git(day: number, ...args: string[]) {
  const date = `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`
  await $`git -C ${repo} ${args}`.env({ ...env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }).quiet()
}

async function write(day: number, path: string, message: string) {
  await Bun.write(join(repo, path), `${day} ${message}`)
  await git(day, 'add', '--all')
  await git(day, 'commit', '--message', message)
}

const subjects = (commits: { message: string }[]) => commits.map(({ message }) => message.split('\n')[0])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-git-'))
  repo = join(folder, 'courier')
  await createRepository(repo)
  await write(1, 'a.txt', 'feat: add a base')
  await git(1, 'tag', 'v1.0.0')
  await git(3, 'checkout', '--quiet', '-b', 'exports')
  await write(3, ':odd\nname é.txt', 'feat: add one\n\nWith a body.')
  await git(2, 'checkout', '--quiet', 'main')
  await write(2, 'src/b.txt', 'fix: stop a crash')
  await git(4, 'merge', '--quiet', '--no-ff', 'exports', '--message', 'Merge pull request #1 from a/exports')
  await git(4, 'tag', 'v1.1.0-rc.1')
  await write(5, 'c.txt', 'docs: add a guide')
  await git(5, 'tag', '--annotate', 'v1.1.0', '--message', 'First notes\n\nMore notes')
  await git(5, 'remote', 'add', 'origin', 'https://ana:secret@github.com/acme/courier.git')
})
afterAll(() => rm(folder, { recursive: true }))

test('a range is read without running a git command twice', async () => {
  using spawn = spyOn(Bun, 'spawn')
  await readGitActivity({ path: repo, unreleased: true })
  const commands = spawn.mock.calls.map(([command]) => (command as string[]).join(' '))
  expect(commands.length).toBeGreaterThan(0)
  expect(commands).toEqual([...new Set(commands)])
  expect(commands.filter((command) => command.includes(' rev-parse '))).toHaveLength(2)
})

describe('a range', () => {
  test('ends at HEAD, named by its tag, and starts at the release before', async () => {
    const { activity } = await readGitActivity({ path: repo })
    expect([activity.from, activity.to]).toEqual(['v1.0.0', 'v1.1.0'])
    expect(subjects(activity.commits)).toEqual([
      'docs: add a guide',
      'Merge pull request #1 from a/exports',
      'feat: add one',
      'fix: stop a crash',
    ])
  })

  test('that ends at a pre-release starts at the tag before it', async () => {
    const { activity } = await readGitActivity({ path: repo, to: 'v1.1.0-rc.1' })
    expect([activity.from, activity.to]).toEqual(['v1.0.0', 'v1.1.0-rc.1'])
  })

  test('without an earlier tag starts at the beginning of history', async () => {
    const { activity } = await readGitActivity({ path: repo, to: 'v1.0.0' })
    expect([activity.from, subjects(activity.commits)]).toEqual([null, ['feat: add a base']])
  })

  test('uses the given names', async () => {
    const { activity } = await readGitActivity({ path: repo, from: 'HEAD~1', to: 'main' })
    expect([activity.from, activity.to, activity.commits.length]).toEqual(['HEAD~1', 'main', 1])
  })

  test('with --since has commits that landed since then, with older commits of merged branches', async () => {
    const now = new Date('2026-11-05T12:00:00Z')
    const { activity } = await readGitActivity({ path: repo, since: '36h', now })
    expect(subjects(activity.commits)).toEqual([
      'docs: add a guide',
      'Merge pull request #1 from a/exports',
      'feat: add one',
    ])
  })
})

test('a commit comes with its parents, its paths, its date and its account', async () => {
  const { activity } = await readGitActivity({ path: repo, from: 'v1.0.0' })
  const [, merge, one] = activity.commits
  expect(one).toMatchObject({
    message: 'feat: add one\n\nWith a body.\n',
    authorName: 'Ana',
    authorLogin: 'ana',
    authoredAt: new Date('2026-11-03T10:00:00Z'),
    paths: [':odd\nname é.txt'],
  })
  expect(merge?.parents).toHaveLength(2)
  expect(merge?.parents[1]).toBe(one?.sha)
})

test('tags in the range are releases, with the notes of annotated ones', async () => {
  const { activity } = await readGitActivity({ path: repo })
  expect(activity.releases.map(({ tagName, body, prerelease }) => [tagName, body, prerelease])).toEqual([
    ['v1.1.0', 'First notes\n\nMore notes', false],
    ['v1.1.0-rc.1', null, true],
  ])
  expect(activity.releases[0]?.publishedAt).toEqual(new Date('2026-11-05T10:00:00Z'))
})

test('a range with a given start has the releases inside it, and no tag of another branch', async () => {
  await git(6, 'checkout', '--quiet', '-b', 'side', 'v1.0.0')
  await git(6, 'commit', '--quiet', '--allow-empty', '--message', 'fix: stop a leak')
  await git(6, 'tag', 'v1.0.1')
  await git(6, 'checkout', '--quiet', 'main')
  using spawn = spyOn(Bun, 'spawn')
  const { activity } = await readGitActivity({ path: repo, from: 'v1.0.0' })
  expect([activity.from, activity.to]).toEqual(['v1.0.0', 'v1.1.0'])
  expect(activity.releases.map(({ tagName }) => tagName)).toEqual(['v1.1.0', 'v1.1.0-rc.1'])
  const commands = spawn.mock.calls.map(([command]) => (command as string[]).join(' '))
  expect(commands.filter((command) => command.includes('--merged='))).toEqual([])
})

test('the repository comes from the remote, without its credentials', async () => {
  const { activity, name } = await readGitActivity({ path: repo })
  expect(activity.repository).toEqual({
    owner: 'acme',
    name: 'courier',
    url: 'https://github.com/acme/courier',
  })
  expect(name).toBe('Courier')
  expect(JSON.stringify(activity)).not.toContain('secret')
})

test('a folder of the repository stands for the whole', async () => {
  const { activity } = await readGitActivity({ path: join(repo, 'src') })
  expect(activity).toEqual((await readGitActivity({ path: repo })).activity)
})

test('a README spells the name of the product, and a name that says nothing is replaced by the owner', async () => {
  const other = join(folder, 'named')
  await createRepository(other)
  await Bun.write(
    join(other, 'README.md'),
    '# About Fine Courier\n\n_Fine Courier_ sends `finecourier` mail.\n',
  )
  await $`git -C ${other} add --all`.env(env)
  await $`git -C ${other} commit --quiet --message ${'feat: add a base'}`.env(env)
  const nameAt = async (address: string) => {
    await $`git -C ${other} config remote.origin.url ${address}`.env(env)
    const { name, isNameGuessed } = await readGitActivity({ path: other })
    return [name, isNameGuessed]
  }
  expect(await nameAt('https://github.com/acme/finecourier')).toEqual(['Fine Courier', false])
  expect(await nameAt('https://github.com/finecourier/framework')).toEqual(['Fine Courier', true])
  expect(await nameAt('https://github.com/acme/tide')).toEqual(['Tide', false])
})

test('without a remote a folder called repo has the name in the first heading of its README', async () => {
  const other = join(folder, 'repo')
  await createRepository(other)
  const nameOf = async (readme: string) => {
    await Bun.write(join(other, 'README.md'), readme)
    await $`git -C ${other} add --all`.env(env)
    await $`git -C ${other} commit --quiet --message ${'feat: add a base'}`.env(env)
    return (await readGitActivity({ path: other })).name
  }
  expect(await nameOf('# [Fine Courier](https://example.com) #\n')).toBe('Fine Courier')
  expect(await nameOf('Fine Courier\n============\n')).toBe('Fine Courier')
  expect(await nameOf('<h3 align="center">Fine Courier</h3>\n\n# About The Project\n')).toBe('Fine Courier')
  expect(await nameOf('# ![courier logo](logo.svg) Fine Courier\n')).toBe('Fine Courier')
  expect(await nameOf('# ![Fine Courier logo](logo.svg)\n')).toBe('Fine Courier')
  expect(await nameOf('# ![logo](logo.svg)\n')).toBe('Repo')
  expect(await nameOf('# How to install all of this: a guide\n')).toBe('Repo')
  await Bun.write(join(other, 'Cargo.toml'), '[package]\nversion = "1.0.0"\nname = "courier"\n')
  expect(await nameOf('# About the project\n')).toBe('Courier')
  expect(await nameOf('```sh\nnpm install\n# or\nyarn add\n```\n')).toBe('Courier')
  await $`rm ${join(other, 'Cargo.toml')}`
  await Bun.write(join(other, 'go.mod'), 'module example.com/acme/letters/v2\n\ngo 1.25\n')
  expect(await nameOf('# About the project\n')).toBe('Letters')
  await Bun.write(join(other, 'package.json'), '{ "name": "finest-monorepo" }')
  expect(await nameOf('# About the project\n')).toBe('Finest')
})

test('an environment that points at another repository is not followed', async () => {
  process.env.GIT_DIR = '/nonexistent'
  try {
    expect((await readGitActivity({ path: repo })).activity.commits).toHaveLength(4)
  } finally {
    delete process.env.GIT_DIR
  }
})

test('programs in the configuration of the repository are not run', async () => {
  const [program, trap] = [join(folder, 'program'), join(folder, 'trap')]
  const lines = ['#!/bin/sh', `echo '-----BEGIN PGP SIGNATURE-----'`, `echo '-----END PGP SIGNATURE-----'`]
  lines.push(`printf '\\n[GNUPG:] SIG_CREATED \\n' >&2`, `touch ${trap}`)
  await Bun.write(program, lines.join('\n'))
  await $`chmod +x ${program}`
  for (const name of ['gpg.program', 'core.fsmonitor', 'core.pager', 'diff.external'])
    await git(6, 'config', name, program)
  await git(6, 'commit', '--quiet', '--allow-empty', '--gpg-sign', '--message', 'fix: sign this')
  expect(await Bun.file(trap).exists()).toBe(true)
  await rm(trap)

  await git(6, 'config', 'log.showSignature', 'true')
  await readGitActivity({ path: repo })
  expect(await Bun.file(trap).exists()).toBe(false)
  await git(6, 'reset', '--quiet', '--hard', 'HEAD~1')
})

test('a shallow clone works and is reported', async () => {
  const shallow = join(folder, 'shallow')
  await $`git clone --quiet --depth 1 file://${repo} ${shallow}`.env(env).quiet()
  const { activity, isShallow } = await readGitActivity({ path: shallow })
  expect([isShallow, activity.commits.length]).toEqual([true, 1])
})

describe('errors are one sentence:', () => {
  test.each(['--output=/tmp/x', '-x', 'v1.0.0..main', '^main', 'main v1.0.0', 'no-such-ref', ''])(
    'the ref %j',
    async (ref) => {
      await expect(readGitActivity({ path: repo, from: ref })).rejects.toThrow(
        `There is no commit, branch or tag "${ref}" in ${repo}.`,
      )
    },
  )

  test('a folder that is not there', async () => {
    await expect(readGitActivity({ path: '/no/such' })).rejects.toThrow('There is no folder /no/such.')
  })

  test('a file', async () => {
    await expect(readGitActivity({ path: join(repo, 'a.txt') })).rejects.toThrow('a.txt is not a folder.')
  })

  test('a folder that is not a repository', async () => {
    await expect(readGitActivity({ path: folder })).rejects.toThrow(`${folder} is not a git repository.`)
  })

  test('a repository without commits', async () => {
    const empty = join(folder, 'empty')
    await $`git init --quiet ${empty}`.env(env)
    await expect(readGitActivity({ path: empty })).rejects.toThrow(`${empty} has no commits yet.`)
  })

  test('a machine without git', async () => {
    const path = process.env.PATH
    process.env.PATH = folder
    try {
      await expect(readGitActivity({ path: repo })).rejects.toThrow(
        'git was not found. Install it, or add it to the PATH.',
      )
    } finally {
      process.env.PATH = path
    }
  })
})

test.each([
  ['git@github.com:acme/app.git', 'https://github.com/acme/app'],
  ['https://github.com/acme/app', 'https://github.com/acme/app'],
  ['https://token:x@github.com/acme/app.git/', 'https://github.com/acme/app'],
  ['ssh://git@github.com:22/acme/app.git', 'https://github.com/acme/app'],
  ['git@github.acme.io:acme/app', 'https://github.acme.io/acme/app'],
  ['https://github.acme.io:8443/acme/app', 'https://github.acme.io:8443/acme/app'],
  ['git@gitlab.com:acme/app.git', undefined],
  ['https://evil.example/github.com/app', undefined],
  ['https://github.com/acme/app/)x', undefined],
  ['/srv/git/app.git', undefined],
  ['file:///srv/acme/app', undefined],
])('the remote %s is at %s', (address, url) => {
  expect(parseRemote(address)?.url).toBe(url as string)
})

test('git is stopped when its output exceeds the limit', async () => {
  await expect(runGit(repo, ['log'], 100)).rejects.toThrow(
    `git log printed more than 100 bytes in ${repo}. Choose a shorter range.`,
  )
  expect(await runGit(repo, ['rev-parse', 'v1.0.0'], 100)).toMatch(/^[0-9a-f]{40}\n$/)
})

import { temporaryFolder } from './support'

const quiet = {
  PATH: process.env.PATH ?? '',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
}

export type LocalRepository = Awaited<ReturnType<typeof startRepository>>

// A real repository on disk, written commit by commit with fixed people and times.
export async function startRepository(remote?: string) {
  const path = await temporaryFolder()
  const start = Date.UTC(2026, 0, 5, 9)
  let minute = 0

  function git(...args: string[]) {
    minute += 1
    const date = new Date(start + minute * 60_000).toISOString()
    const { exitCode, stdout, stderr } = Bun.spawnSync(['git', '-C', path, ...args], {
      env: {
        ...quiet,
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@users.example',
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@users.example',
        GIT_COMMITTER_DATE: date,
      },
    })
    if (exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`)
    return stdout.toString().trim()
  }

  function commit(message: string, date?: Date) {
    if (date) minute = Math.floor((date.getTime() - start) / 60_000)
    git('commit', '--quiet', '--allow-empty', '-m', message)
    return git('rev-parse', 'HEAD')
  }

  // A branch with its commits, merged the way the code host's button does.
  function merge(branch: string, message: string, messages: string[]) {
    git('checkout', '--quiet', '-b', branch)
    const commits = messages.map((text) => commit(text))
    git('checkout', '--quiet', 'main')
    git('merge', '--quiet', '--no-ff', branch, '-m', message)
    return [...commits, git('rev-parse', 'HEAD')]
  }

  function revert(subject: string, sha: string) {
    return commit(`Revert "${subject}"\n\nThis reverts commit ${sha}.`)
  }

  git('init', '--quiet', '-b', 'main')
  if (remote !== undefined) git('remote', 'add', 'origin', remote)
  return {
    path,
    git,
    commit,
    merge,
    revert,
    tag: (name: string) => git('tag', name),
    shas: (range: string) => git('rev-list', range).split('\n').filter(Boolean),
  }
}

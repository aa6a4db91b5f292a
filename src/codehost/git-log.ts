import type { Commit } from '../changelog/activity.ts'
import { loginOfEmail } from '../changelog/people.ts'
import { runGit } from './git-run.ts'

const fields = ['%H', '%P', '%aN', '%aE', '%at', '%B'].join('%x00')
const safely = [
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-notes',
  '--no-decorate',
]

/** Commits reachable from `to` but not from `from`, newest first, with the paths of each. */
export async function readCommits(path: string, from: string | null, to: string): Promise<Commit[]> {
  const range = from === null ? [to] : [to, `^${from}`]
  const format = [
    '-z',
    '--raw',
    '--no-abbrev',
    '--no-renames',
    '--diff-merges=off',
    '--topo-order',
    `--format=${fields}`,
  ]
  return parseLog(await runGit(path, ['log', ...format, ...safely, '--end-of-options', ...range, '--']))
}

/** Six fields for each commit, then for each touched path a token that starts with a colon and the path itself. */
export function parseLog(output: string): Commit[] {
  const tokens = output.split('\0')
  const commits: Commit[] = []
  for (let at = 0; at + 5 < tokens.length; ) {
    const [sha = '', parents = '', name = '', email = '', seconds = '', message = ''] = tokens.slice(
      at,
      at + 6,
    )
    const paths: string[] = []
    const added: string[] = []
    at += 6
    for (; /^\n?:/.test(tokens[at] ?? ''); at += 2) {
      paths.push(tokens[at + 1] ?? '')
      if (tokens[at]?.endsWith(' A')) added.push(tokens[at + 1] ?? '')
    }
    commits.push({
      sha,
      message,
      authorName: name,
      authorLogin: loginOfEmail(email),
      authoredAt: new Date(Number(seconds) * 1000),
      url: null,
      parents: parents.split(' ').filter(Boolean),
      paths,
      ...(added.length > 0 && { added }),
    })
  }
  return commits
}

const maxEarlier = 20_000

/** Authors without a commit before the range; empty if the history before it is too long to check. */
export async function readNewcomers(path: string, from: string | null, commits: Commit[]): Promise<string[]> {
  if (from === null || commits.length === 0) return []
  const format = ['--format=%aN%x00%aE', `--max-count=${maxEarlier}`, '--no-show-signature']
  const earlier = (await runGit(path, ['log', ...format, '--end-of-options', from, '--'])).split('\n')
  if (earlier.length > maxEarlier) return []
  const known = new Set<string>()
  for (const line of earlier) for (const part of line.split('\0')) known.add(part.toLowerCase())
  return [...new Set(commits.map(({ authorName }) => authorName))].filter(
    (name) => !known.has(name.toLowerCase()),
  )
}

import type { Activity } from '../../src/changelog/activity.ts'

/**
 * The minimum for a changelog: map each commit to its pull request, read each subject, write one line each.
 */
export function listBySort({ commits, pullRequests, repository }: Activity): string {
  const owners = new Map(pullRequests.flatMap(({ number, commits }) => commits.map((sha) => [sha, number])))
  const merged = new Set(pullRequests.map(({ mergeCommitSha }) => mergeCommitSha))
  const sorts = new Map<string, string[]>()
  function list(title: string, reference: string) {
    const [, sort = 'other', description = title] = /^(\w+)(?:\([^)]*\))?!?: (.+)$/.exec(title) ?? []
    const lines = sorts.get(sort) ?? []
    lines.push(`- ${description.replace(/[\\`*_[\]<>@]/g, '\\$&')} (${reference})`)
    sorts.set(sort, lines)
  }
  for (const { number, title, authorLogin } of pullRequests)
    list(title, `[#${number}](${repository?.url}/pull/${number}) by ${authorLogin}`)
  for (const { sha, message, url } of commits) {
    if (owners.has(sha) || merged.has(sha)) continue
    list(message.split('\n', 1)[0] ?? '', `[${sha.slice(0, 7)}](${url})`)
  }
  return [...sorts].map(([sort, lines]) => `## ${sort}\n\n${lines.join('\n')}`).join('\n\n')
}

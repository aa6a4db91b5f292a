import { anyOf, between } from '../text/pattern.ts'
import type { Commit } from './activity.ts'
import { isAdvisoryMerge, restOf } from './message.ts'
import { readSubject } from './subject.ts'

/** Title and text of a merged advisory fork: the message contains its commits, as bullets or as prose. */
export function describeAdvisory({ message }: Commit): { line: string; body: string | null } {
  const rest = restOf(message)
  const paragraphs = (rest ?? '')
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter(Boolean)
  const titles = paragraphs
    // A bullet that goes on in the next line is prose.
    .filter((text) => /^[*-] \S.*(?:\n[*-] |$)/.test(text))
    .map((text) => (text.split('\n')[0] ?? '').replace(/^[*-] /, ''))
  const stated =
    titles.find((title) => !minor.test(readSubject(title).gist) && readSubject(title).type !== 'test') ?? null
  if (stated) return { line: stated, body: proseAfter(rest ?? '', stated) }
  const [first = ''] = paragraphs
  const sentence = /^[^*-].*?[.!](?=\s|$)/s.exec(first)?.[0].replace(/\s+/g, ' ')
  if (sentence && sentence.length <= 100 && !explanation.test(sentence)) return { line: sentence, body: rest }
  const [id] = /\bGHSA(?:-[0-9a-z]{4}){3}\b/i.exec(message) ?? []
  return { line: id ? `Security fix (${id})` : 'Security fix', body: first.startsWith('*') ? null : rest }
}

const minor = anyOf('i', [
  between(
    '',
    /^(?:add(?:ed|s)?|fix(?:ed)?|update[ds]?|improve[ds]?|apply|address|remove[ds]?)?(?: a| an| the| more| some| failing| unit| regression)* ?\b/,
    [
      /tests?|specs?|changelog|changeset|review|comments?|feedback|lint\w*|typos?|format\w*|types?/,
      /suggestions?|ci|nits?/,
    ],
    /\b/,
  ),
  /^(?:wip|fixup|cleanup|refactor|merge|bump|feedback|simplify)\b/,
])

/** A sentence about the cause, not a title. */
const explanation = /^(?:when|if|while|because|the|an?|this|in|on|as|since|due|it|there)\b/i

function proseAfter(text: string, title: string): string | null {
  const after = text.slice(text.indexOf(title) + title.length).trim()
  return (
    after
      .split(/\n(?=[*-] )/)[0]
      ?.trim()
      .replace(/^[*-] .*/s, '') || null
  )
}

const maxCommits = 50

/** The commits that merges of private advisories bring in: the fix itself, under its own title. */
export function findAdvisoryCommits(commits: Commit[]): Set<string> {
  const merges = commits.filter(({ message, parents }) => parents.length > 1 && isAdvisoryMerge(message))
  const found = new Set<string>()
  if (merges.length === 0) return found
  const bySha = new Map(commits.map((commit) => [commit.sha, commit]))
  const mainline = new Set<string>()
  for (let next = commits[0]; next; next = bySha.get(next.parents[0] ?? '')) {
    if (mainline.has(next.sha)) break
    mainline.add(next.sha)
  }
  for (const { parents } of merges)
    for (const tip of parents.slice(1)) {
      let next = bySha.get(tip)
      for (let count = 0; next && !mainline.has(next.sha) && count < maxCommits; count++) {
        found.add(next.sha)
        next = bySha.get(next.parents[0] ?? '')
      }
    }
  return found
}

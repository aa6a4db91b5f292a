import { plainLine, shorten } from '../text/line.ts'
import type { Commit } from './activity.ts'
import type { Person } from './change.ts'

/** Accounts by the name that their owner signs with, where any commit tells both. */
export function readAccounts(commits: Commit[]): Map<string, string> {
  const accounts = new Map<string, string>()
  for (const { authorName, authorLogin } of commits) if (authorLogin) accounts.set(authorName, authorLogin)
  return accounts
}

/** Who made a change, each person once: its opener, then authors and co-authors in the order of their commits. */
export function readAuthors(
  commits: Commit[],
  opener: string | null,
  accounts: Map<string, string>,
): Person[] {
  const people = new Map<string, Person>()
  const add = (signed: string, login: string | null) => {
    const name = shorten(plainLine(signed), 60) || 'Unknown'
    const key = (login ?? name).toLowerCase()
    if (!people.has(key)) people.set(key, { name, login })
  }

  if (opener) add(opener, opener)
  for (const { authorName, authorLogin, message } of commits.toReversed()) {
    const login = authorLogin ?? accounts.get(authorName) ?? null
    // Without an account there is no telling the opener from others who signed the commits.
    if (login || !opener) add(authorName, login)
    for (const [, name = '', email = ''] of message.matchAll(coAuthor)) {
      add(name, loginOfEmail(email) ?? accounts.get(name) ?? null)
    }
  }
  return [...people.values()]
}

const coAuthor = /^Co-authored-by:[ \t]*([^<\n]{1,100}?)[ \t]*<([^<>\n]{0,200})>[ \t]*$/gim

/** GitHub's private addresses carry the account. */
export function loginOfEmail(email: string): string | null {
  return (
    /^(?:\d+\+)?([a-z\d](?:[a-z\d-]{0,38})(?:\[bot\])?)@users\.noreply\.github\.com$/i.exec(email)?.[1] ??
    null
  )
}

export function isBot({ name, login }: Person): boolean {
  return /\[bot\]$/i.test(name) || /\[bot\]$/i.test(login ?? '') || robots.has((login ?? name).toLowerCase())
}

const robots = new Set([
  'dependabot',
  'renovate',
  'renovate-bot',
  'renovate bot',
  'github-actions',
  'greenkeeper',
  'snyk-bot',
])

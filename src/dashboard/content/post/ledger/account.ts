import type { Entry } from '../../../../changelog/entry-matching/entries.ts'
import * as strings from './strings.ts'

/** The state of an entry: listed as placed, added manually, removed manually, or left out. */
export type EntryState = 'highlight' | 'listed' | 'gone' | 'out'

export function entryStateOf({ placement }: Entry, isIncluded: boolean): EntryState {
  if (!isIncluded) return placement === 'omitted' ? 'out' : 'gone'
  return placement === 'highlight' ? 'highlight' : 'listed'
}

/** The totals of a ledger: changes and commits, their placement, and whether they add up. */
export function account(entries: Entry[], fates: EntryState[]) {
  const counts: Record<EntryState, number> = { highlight: 0, listed: 0, gone: 0, out: 0 }
  for (const fate of fates) counts[fate] += 1
  const commits = entries.flatMap((entry) => entry.commits)
  return { changes: entries.length, commits: new Set(commits).size, counts, faults: findFaults(entries) }
}

/** Why a ledger does not add up: each change, commit and issue belongs to exactly one entry. */
export function findFaults(entries: Entry[]): string[] {
  const twice = (values: string[]) => values.length - new Set(values).size
  const counted = (number: number, inWords: (number: number) => string) =>
    number === 0 ? [] : [inWords(number)]
  return [
    ...counted(twice(entries.map(({ id }) => id)), strings.account.changesTwice),
    ...counted(twice(entries.flatMap(({ commits }) => commits)), strings.account.commitsTwice),
    ...counted(
      twice(entries.flatMap(({ issues = [] }) => issues.map(({ provider, id }) => `${provider} ${id}`))),
      strings.account.issuesTwice,
    ),
    ...entries
      .filter(({ placement, reason }) => placement === 'omitted' && !reason)
      .map(({ title }) => strings.account.leftOutWithoutReason(title)),
  ]
}

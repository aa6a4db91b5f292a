import type { LedgerEntry } from '../../../src/changelog/ledger.ts'

type Changes = Partial<Omit<LedgerEntry, 'issues'>> & {
  issues?: Partial<NonNullable<LedgerEntry['issues']>[number]>[]
}

let count = 0

/** An entry of a ledger: a listed bug fix of one commit, unless it says otherwise. */
export function entry({ issues, ...changes }: Changes): LedgerEntry {
  count += 1
  return {
    id: `entry-${count}`,
    kind: 'pull_request',
    number: null,
    title: 'Something changed',
    url: null,
    authors: ['ada'],
    commits: [count.toString(16).padStart(40, '9')],
    placement: 'listed',
    category: 'Bug Fixes',
    breaking: false,
    area: null,
    reason: null,
    ...(issues && {
      issues: issues.map((issue) => ({
        provider: 'linear',
        id: 'i',
        identifier: 'I-1',
        title: '',
        url: null,
        ...issue,
      })),
    }),
    ...changes,
  }
}

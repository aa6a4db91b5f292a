import { count } from '../../../kit/english.ts'

const are = (number: number) => (number === 1 ? 'is' : 'are')

export const account = {
  changesTwice: (changes: number) => `${count(changes, 'change')} ${are(changes)} in more than one entry.`,
  commitsTwice: (commits: number) => `${count(commits, 'commit')} ${are(commits)} in more than one entry.`,
  issuesTwice: (issues: number) => `${count(issues, 'issue')} ${are(issues)} in more than one entry.`,
  leftOutWithoutReason: (title: string) => `“${title}” is left out without a reason.`,
}

export const entryRow = {
  restoreNamed: (title: string) => `Restore ${title}`,
  restore: 'Restore',
  includeNamed: (title: string) => `Include ${title}`,
  include: 'Include',
  removedManually: 'Removed manually',
  addedManually: 'Added manually',
  commits: (commits: number) => count(commits, 'commit'),
  breaking: 'Breaking',
  by: (authors: string) => `By ${authors}`,
}

export const ledgerHead = {
  highlight: 'highlight',
  highlights: 'highlights',
  listed: 'listed',
  removed: 'removed',
  leftOut: 'left out',
  ledger: 'Ledger',
  addsUp: 'Nothing is missing',
  doesNotAddUp: 'Something is missing',
  changes: 'changes',
  total: (changes: number, commits: number) =>
    commits > 0 ? `${count(changes, 'change')} from ${count(commits, 'commit')}` : count(changes, 'change'),
  complete: (total: string) => `${total}. Each is in the text, or left out below with its reason.`,
  incomplete: (total: string, faults: string[]) => [`${total}.`, ...faults].join(' '),
}

export const ledgerPanel = {
  countWithRemoved: (left: number, removed: number) => `${left}, ${removed} removed`,
  highlights: 'Highlights',
  listed: 'Listed',
  leftOut: 'Left out',
}

export const groups = {
  other: 'Other',
}

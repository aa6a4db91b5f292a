import { spell } from './english.ts'

export const autosave = {
  saving: 'Saving',
  failed: 'Not saved',
  saved: 'Saved',
  companyMissing: 'Enter a company name',
  tryAgain: 'Try again',
}

export const button = {
  shortcut: (key: string) => `Shortcut: ${key}`,
}

export const copySelection = {
  browserBlockedAccess: 'The browser blocked access to the clipboard.',
}

export const copy = {
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Not copied',
}

export const csv = {
  download: (what: string) => `Download the ${what} as CSV`,
  preparing: 'Preparing',
  csv: 'CSV',
}

export const dialog = {
  close: 'Close',
}

export const empty = {
  pending: 'pending',
  items: 'items',
}

export const formDialog = {
  cancel: 'Cancel',
}

export const form = {
  tryAgainIn: (wait: string) => `Try again in ${wait}`,
}

export const leaving = {
  title: 'Not saved',
  stay: 'Stay',
  leave: 'Leave',
  saving: 'Saving',
  saveAndLeave: 'Save and leave',
  effect: 'Your latest changes are not saved. This browser restores them when you reopen the page.',
}

export const modelAnswer = {
  title: 'Model answer',
  noun: 'model answer',
}

export const notFound = {
  title: 'Not found',
  pageNotFound: 'Page not found',
  home: 'Home',
  emptyText: 'It may have been removed or belong to another organization.',
}

export const notice = {
  askOwner: (problem: string) => `${problem} Ask an organization owner.`,
  crashed: 'This page could not be displayed.',
  tryAgainIn: (wait: string) => `Try again in ${wait}`,
  tryAgain: 'Try again',
}

export const numberedStep = {
  done: 'Done',
}

export const page = {
  learnMore: 'Learn more',
}

export const pager = {
  goToPage: 'Go to page',
  page: 'Page',
  pagination: 'Pagination',
  position: (currentPage: number, totalPages: number, totalItems: number, noun: string) =>
    `Page ${currentPage} of ${totalPages}, ${totalItems.toLocaleString()} ${noun}`,
  previous: 'Previous',
  next: 'Next',
}

export const passwordFields = {
  password: 'Password',
  hint: 'At least 10 characters, for example three words. No common passwords.',
}

export const renameDialog = {
  name: 'Name',
  title: (what: string) => `Rename ${what}`,
  rename: 'Rename',
  renaming: 'Renaming',
}

export const rowMenu = {
  moreActionsFor: (name: string) => `More actions for ${name}`,
  edit: 'Edit',
  delete: 'Delete',
}

export const saveNotice = {
  compare: 'Compare',
  keepMine: 'Keep mine',
  useOtherVersion: 'Use other version',
  notSaved: 'Not saved.',
  retrying: (wait: number) => `Retrying in ${wait} s.`,
  saveNow: 'Save now',
}

export const selectionEnd = {
  selectAll: 'Select all',
  clear: 'Clear',
}

export const shownOnce = {
  copied: 'I have copied it',
}

export const signInRefusal = {
  attemptsLeft: (message: string, attempts: number) =>
    `${message}. ${attempts === 0 ? 'No' : spell(attempts)} ${attempts === 1 ? 'attempt' : 'attempts'} left.`,
}

export const skeleton = {
  loading: 'Loading',
}

export const time = {
  utc: (time: string) => `${time} UTC`,
  justNow: 'just now',
  minutes: (minutes: number) => `${minutes} min`,
  seconds: (seconds: number) => `${seconds} s`,
}

export const toast = {
  undo: 'Undo',
}

export const validity = {
  missing: 'Fill in this field.',
  tooShort: (length: string) => `Enter at least ${length} characters.`,
  email: 'Enter an email address such as ada@acme.com.',
  url: 'Enter a URL such as https://acme.com.',
}

/** Labels of fields of the API that differ from its words. */
export const fieldLabels: Record<string, string> = {
  domain: 'Website',
  websiteUrl: 'Website',
  url: 'URL',
  repo: 'Repository',
}

/** What people read instead of "or null". */
export const orEmpty = 'or empty'

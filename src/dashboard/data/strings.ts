import { count } from '../kit/english.ts'

export const api = {
  unreachable: 'The server cannot be reached.',
  serverError: (status: number) => `The server returned an error (${status}).`,
}

export const formats = {
  names: {
    changelog: 'Changelog',
    blog_post: 'Blog post',
    linkedin_post: 'LinkedIn post',
    twitter_post: 'X post',
    investor_update: 'Investor update',
    image: 'Image',
  },
}

export const post = {
  none: 'The server returned no post.',
}

export const projectContext = {
  outsideProject: 'useProject was called outside a project.',
}

export const restricted = {
  needs: {
    admin: 'Only an owner or admin can do this.',
    owner: 'Only an owner can do this.',
  },
}

export const roles = {
  names: { owner: 'Owner', admin: 'Admin', member: 'Member' },
  withArticle: { owner: 'an owner', admin: 'an admin', member: 'a member' },
  hints: {
    owner: 'Full access, including members and roles.',
    admin: 'Connect repositories, create API keys and invite members. Cannot change roles.',
    member: 'Write, edit and publish posts. Cannot connect repositories.',
  },
}

export const run = {
  write: (noun: string) => `Write the ${noun}`,
  readActivity: 'Read the activity',
  readingActivity: 'Reading the activity',
  queued: 'Queued',
  sortChanges: 'Sort the changes',
  sorted: (changes: number) => `Sorted ${count(changes, 'change')}`,
  wrote: (title: string) => `Wrote “${title}”`,
  wroteDeletedPost: (noun: string) => `Wrote the ${noun} (since deleted)`,
  remaining: 'remaining',
  included: 'included',
  leftOut: 'left out',
  highlight: 'highlight',
  highlights: 'highlights',
  listed: 'listed',
  chooseAgain: 'Choose again',
  last30Days: 'Last 30 days',
  writing: 'Writing',
  writingOne: (format: string) => `Writing a ${format}`,
  writingMany: (posts: number) => `Writing ${posts} posts`,
  written: (format: string) => `${format} written`,
  notWritten: (format: string) => `${format} not written`,
  manyWritten: (written: number, posts: number) =>
    written === posts ? `${posts} posts written` : `${written} of ${posts} posts written`,
}

export const session = {
  noUser: 'No user is signed in.',
  noOrganization: 'No organization is selected.',
}

export const states = {
  draft: 'Draft',
  published: 'Published',
  queued: 'Queued',
  writing: 'Writing',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
  faults: (faults: number) => count(faults, 'problem'),
}

export const visibilitySettings = {
  noZeroRetention: 'Zero data retention is not available for this organization.',
}

import type { ReactNode } from 'react'
import { rich } from '../../kit/rich.ts'

export const changes = {
  otherVersion: 'Other version',
  originalText: 'Original text',
  changes: 'Changes',
  compareWith: 'Compare with',
  comparedWithOriginal: 'Compared with the original text.',
  noChanges: 'No changes',
  sameAsOriginal: 'The text matches the original.',
  sameAsOther: 'Both versions have the same text.',
  revert: 'Revert',
}

export const details = {
  beforeYouPublish: 'Before you publish',
  url: 'URL',
  image: 'Image',
  sources: 'Sources',
  written: 'Written',
  repositories: 'Repositories',
  range: 'Range',
  commitRange: (from: string, to: string) => `${from} to ${to}`,
  commitsUpTo: (to: string) => `up to ${to}`,
  period: 'Period',
  dateRange: (start: ReactNode, end: ReactNode) => rich`${start} to ${end}`,
  brand: 'Brand',
  collection: 'Collection',
  sameCollection: 'Same collection',
}

export const facts = {
  slug: (slug: string | null) => `Slug: ${slug ?? 'none'}`,
  noSlug: 'No slug',
  viewPage: 'View page ',
}

export const faultsPanel = {
  faults: 'Problems',
  checking: 'Checking',
  checkAgain: 'Check again',
  checkingText: 'Checking the text',
  mustFix: 'Must fix',
  shouldFix: 'Should fix',
  checked: (ago: string, faults: string) => `Checked ${ago}: ${faults}`,
  noFaultsLeft: 'no problems left',
  faultsLeft: (faults: string) => `${faults} left`,
  showExcerpt: (excerpt: string) => `Show in text: ${excerpt}`,
  showInText: 'Show in text',
}

export const picture = {
  image: 'Image',
  hostedElsewhere: 'This image is hosted on another server.',
  regenerate: 'Regenerate',
  generating: 'Generating',
  generatedFromTitle: 'Generated from the title and highlights.',
  shownOncePublished: 'Shown with the post once published.',
  shownWithPost: 'Shown with the post.',
  openImage: 'Open image',
  noImage: 'No image yet. It is generated from the title and highlights, for link previews.',
  generateImage: 'Generate image',
  linkPreviewOf: (title: string) => `Link preview of “${title}”`,
}

export const planned = {
  gap: 'Gap',
  search: 'Search',
  prompt: 'Prompt',
  brief: 'Brief',
}

export const postEditor = {
  fixBeforePublishing: (faults: string) => `Fix ${faults} before publishing`,
  write: 'Write',
  preview: 'Preview',
  changes: 'Changes',
  image: 'Image',
  details: 'Details',
  history: 'History',
  postViews: 'Post views',
}

export const postHead = {
  posts: 'Posts',
  beforeYouPublish: 'Before you publish',
  copied: (what: string) => `${what} copied`,
  clipboardBlocked: 'Not copied. The browser blocked access to the clipboard.',
  copyImageUrl: 'Copy image URL',
  copyMarkdown: 'Copy Markdown',
  markdown: 'Markdown',
  copyHtml: 'Copy HTML',
  copyPlainText: 'Copy plain text',
  text: 'Text',
  copyForLinkedIn: 'Copy for LinkedIn',
  copyAsThread: 'Copy as X thread',
  thread: 'Thread',
  copyForWordPress: 'Copy for WordPress',
  blocks: 'Blocks',
  copyLink: 'Copy link',
  link: 'Link',
  copyFailed: 'Not copied. The text could not be saved.',
  copy: 'Copy',
  editWithAgent: 'Edit with agent',
  more: 'More',
  send: 'Send to',
  schedule: 'Schedule',
  discardChanges: 'Discard changes',
  discarded: 'Unpublished changes discarded',
  deletePost: 'Delete post',
}

export const postLink = {
  deletedPost: 'Deleted post',
}

export const postPage = {
  title: 'Post',
  posts: 'Posts',
  postNotFound: 'Post not found',
  allPosts: 'All posts',
  emptyText: 'It was deleted or belongs to another organization.',
}

export const postSaveNotice = {
  savedInBrowser: 'Your changes are stored in this browser.',
  changedElsewhere: (time: ReactNode) =>
    rich`This post was changed elsewhere at ${time}. Choose the version to keep.`,
}

export const postSkeleton = {
  post: 'Post',
  posts: 'Posts',
  loading: 'Loading',
  write: 'Write',
  preview: 'Preview',
  changes: 'Changes',
}

export const preview = {
  preview: 'Preview',
  saving: 'Saving your changes.',
  notSaved: 'Your latest changes are not saved yet.',
}

export const publishButton = {
  viewPage: 'View page',
  published: 'Published',
  at: (url: string) => ` at ${url.replace(/^https?:\/\//, '')}`,
  movedToDraft: 'Moved to draft',
  publishing: 'Publishing',
  publish: 'Publish',
  update: 'Update',
  updating: 'Updating',
  updated: 'Updated',
  movingToDraft: 'Moving to draft',
  moveToDraft: 'Move to draft',
}

export const saveStatus = {
  saved: (time: ReactNode) => rich`Saved ${time}`,
  savedUnpublished: (time: ReactNode) => rich`Saved ${time}, not published`,
  notSavedYet: 'Not saved yet',
  saving: 'Saving',
  notSaved: 'Not saved',
}

export const publicationNotice = {
  outdated: 'The published text changed since you started editing. Updating overwrites that change.',
  scheduled: (time: string) => `Scheduled for ${time}.`,
  notPublished: (time: string, reason: string) => `Not published on ${time}. ${reason}`,
  changeTime: 'Change time',
  cancelSchedule: 'Cancel schedule',
  cancelling: 'Canceling',
  pageIsOff: 'Your public page is off. Only members can read this post.',
  turnOn: 'Turn on public page',
  turningOn: 'Turning on',
  askAdmin: 'Ask an admin to turn it on.',
}

export const history = {
  history: 'History',
  kinds: {
    recorded: 'First version',
    edited: 'Edited',
    published: 'Published',
    updated: 'Updated',
    unpublished: 'Moved to draft',
  },
  by: (author: string) => ` by ${author}`,
  compare: 'Compare',
  compareVersion: (number: number) => `Compare version ${number}`,
  version: (number: number) => `Version ${number} and the current text`,
  restore: 'Restore this version',
  restored: 'Version restored',
  restoredUnpublished: 'Version restored as unpublished changes',
}

export const slugForm = {
  slugChanged: 'Slug changed',
  changeSlug: 'Change slug',
  changing: 'Changing',
  slug: 'Slug',
  slugHint: 'Lowercase letters, numbers and hyphens.',
}

export const titleField = {
  title: 'Title',
}

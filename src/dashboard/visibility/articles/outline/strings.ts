import type { ReactNode } from 'react'
import { rich } from '../../../kit/rich.ts'

export const lines = {
  remove: (noun: string, number: number) => `Remove ${noun} ${number}`,
  add: (noun: string) => `Add ${noun}`,
}

export const links = {
  links: 'Links',
  note: 'To pages in your sitemap',
  removeLinkTo: (url: string) => `Remove link to ${url}`,
  linkText: 'Link text',
  reason: 'Reason',
  settings: 'settings',
  noSitemap: (link: ReactNode) =>
    rich`This brief has no sitemap, so its article cannot link to your pages. Add one in the ${link}.`,
  pageToLink: 'Page to link to',
  addLink: 'Add link',
}

export const variants = {
  prompts: 'Prompts',
  note: 'The article answers all of these prompts, and its effect is their mean change',
  remove: (prompt: string) => `Remove “${prompt}”`,
  promptToAdd: 'Prompt to add',
  addPrompt: 'Add prompt',
}

export const outline = {
  workingTitle: 'a working title',
  audience: 'an audience',
  intent: 'an intent',
  jobToBeDone: 'a job to be done',
  headingOf: (number: number) => `a heading for section ${number}`,
  goalOf: (number: number) => `a goal for section ${number}`,
  linkTextOf: (number: number) => `a text for link ${number}`,
  reasonOf: (number: number) => `a reason for link ${number}`,
  enter: (field: string | undefined) => `Enter ${field}`,
}

export const review = {
  notWritten: 'The article could not be written.',
  changeOutline: 'Change the brief if needed, then approve it again.',
  overview: 'Overview',
  workingTitle: 'Working title',
  audience: 'Audience',
  intent: 'Intent',
  jobToBeDone: 'Job to be done',
  questions: 'Questions',
  questionsNote: 'The article answers each one',
  question: 'question',
  checklist: 'Checklist',
  checklistNote: 'Checked before the article is saved',
  check: 'check',
}

export const saveStatus = {
  saved: 'Saved',
  notSaved: 'Not saved',
  saving: 'Saving',
  changedElsewhere: (at: ReactNode) =>
    rich`This brief was changed elsewhere at ${at}. Nothing was overwritten.`,
  approvedElsewhere: (at: ReactNode) =>
    rich`This brief was approved elsewhere at ${at}. Your later changes are not included.`,
}

export const sectionFields = {
  section: (number: number) => `section ${number}`,
  headingOfSection: (number: number) => `Heading of section ${number}`,
  remove: (name: string) => `Remove “${name}”`,
  atLeastThree: 'An article needs at least three sections',
  goal: 'Goal',
  claims: 'Claims',
  claim: 'claim',
  move: (name: string, isUp: boolean) => `Move “${name}” ${isUp ? 'up' : 'down'}`,
  moveTitle: 'In the heading, press Alt+↑ or Alt+↓',
  supportedBy: 'Supported by',
  unsupported: (names: string) => `Names ${names}, but no stored answer supports the claim`,
}

export const sections = {
  moved: (number: number, sections: number) => `Section ${number} of ${sections}`,
  removed: (heading: string) => `“${heading}” removed`,
  sectionRemoved: 'Section removed',
  sections: 'Sections',
  count: (sections: number, max: number) => `${sections} of at most ${max}`,
  addSection: 'Add section',
}

import type { ReactNode } from 'react'
import { ordinal } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const deletion = {
  deleteSchedule: 'Delete schedule',
  deleteTrigger: 'Delete trigger',
  title: (name: string) => `Delete “${name}”`,
  deleting: 'Deleting',
  effect: 'It will not run again. Its posts are not deleted.',
}

export const events = {
  pushes: 'Pushes',
  pushesHint: 'One post per push to the connected branch.',
  releases: 'Releases',
  releasesHint: 'One post per published release.',
  names: (types: string[]) => `Each ${types.join(' and ')}`,
  includingPreReleases: 'Including pre-releases',
  noPreReleases: 'No pre-releases',
}

export const lastResult = {
  notRunYet: 'Not run yet',
  postDeleted: 'Post deleted',
}

export const destinationFields = {
  title: 'Send to',
  hint: 'Each post is sent once, when it is published.',
  release: 'GitHub release',
  pullRequest: (repository: string, path: string) => `Pull request to ${repository}, ${path}`,
  message: (name: string) => `Message to ${name}`,
}

export const outputFields = {
  format: 'Format',
  brand: 'Brand',
  publishAutomatically: 'Publish automatically',
  publishAutomaticallyHint: 'Otherwise, posts are saved as drafts.',
  defaultBrand: 'Default brand',
  deletedBrand: 'Deleted brand',
}

export const repositoryChoice = {
  disconnectedRepository: 'Disconnected repository',
  repositories: 'Repositories',
  selectRepository: 'Select a repository.',
  connectRepository: 'Connect a repository',
  noRepositoriesConnected: (link: ReactNode) => rich`No repositories connected. ${link}`,
}

export const runNow = {
  started: (name: string) => `${name} is running.`,
  viewRun: 'View run',
  runNowNamed: (name: string) => `Run now: ${name}`,
  enableItFirst: 'Enable it first',
  starting: 'Starting',
  runNow: 'Run now',
}

export const scheduleDialog = {
  saved: (name: string) => `${name} saved.`,
  created: (name: string) => `${name} created.`,
  editSchedule: 'Edit schedule',
  newSchedule: 'New schedule',
  save: 'Save',
  createSchedule: 'Create schedule',
  saving: 'Saving',
  name: 'Name',
  period: 'Period',
  periodHint: 'The changes to include. Days are in UTC.',
  instructions: 'Instructions',
  instructionsHint: 'Optional. Added to the brand’s instructions.',
}

export const scheduleTable = {
  caption: 'Schedules',
  nameColumn: 'Name',
  sourcesColumn: 'Sources',
  whenColumn: 'When',
  outputColumn: 'Output',
  lastResultColumn: 'Last result',
  enabledColumn: 'Enabled',
  actionsColumn: 'Actions',
  next: (time: ReactNode) => rich`Next: ${time}`,
  disabled: 'Disabled',
}

export const schedulesPage = {
  title: 'Schedules',
  subtitle: 'Write posts on a schedule.',
  noSchedulesYet: 'No schedules yet',
  emptyText: 'A schedule reads repository activity every day, week or month and drafts a post.',
  newSchedule: 'New schedule',
}

export const sources = {
  andMore: (more: number) => `and ${more} more`,
  issueTracker: 'Issue tracker',
  disconnected: 'Disconnected',
}

export const status = {
  enable: (name: string) => `Enable ${name}`,
  paused: (reason: string) => `${reason} It is paused.`,
  resuming: 'Resuming',
  resume: 'Resume',
}

export const timeFields = {
  everyDay: 'Every day',
  everyWeek: 'Every week',
  everyMonth: 'Every month',
  dayOfMonth: (day: number) => `The ${ordinal(day)}`,
  dayOfMonthHint: 'Months without that day are skipped.',
  frequency: 'Frequency',
  day: 'Day',
  time: (zone: string) => `Time (${zone})`,
  timeFormat: 'Hours and minutes, from 00:00 to 23:59',
}

export const times = {
  at: (clock: string, zone: string) => `at ${clock} ${zone}`,
  daily: (at: string) => `Every day ${at}`,
  weekly: (day: string, at: string) => `${day}s ${at}`,
  monthly: (day: number, at: string) => `The ${ordinal(day)} of each month ${at}`,
  inZone: (clock: string, timeZone: string) => `${clock} in your time zone (${timeZone})`,
  weeklyLocal: (day: string, at: string) => `${day}s at ${at}.`,
  dailyLocal: (at: string, shift: string) => `At ${at}${shift}.`,
  dayLater: ', a day later',
  dayEarlier: ', a day earlier',
  sameDay: 'Same day',
  previousDay: 'Previous day',
  last7Days: 'Last 7 days',
  last14Days: 'Last 14 days',
  last30Days: 'Last 30 days',
}

export const triggerDialog = {
  triggerSaved: 'Trigger saved.',
  triggerCreated: 'Trigger created.',
  selectEvent: 'Select an event.',
  editTrigger: 'Edit trigger',
  newTrigger: 'New trigger',
  save: 'Save',
  createTrigger: 'Create trigger',
  saving: 'Saving',
  includePreReleases: 'Include pre-releases',
  events: 'Events',
}

export const triggerTable = {
  name: (format: string, events: string, repository: string | undefined, others: number) =>
    `${format} for ${events} in ${repository ?? 'a disconnected repository'}${others > 0 ? ` and ${others} more` : ''}`,
  caption: 'Triggers',
  eventColumn: 'Event',
  sourcesColumn: 'Sources',
  outputColumn: 'Output',
  lastResultColumn: 'Last result',
  enabledColumn: 'Enabled',
  actionsColumn: 'Actions',
}

export const triggersPage = {
  title: 'Triggers',
  subtitle: 'Write a post on every push or release.',
  noTriggersYet: 'No triggers yet',
  emptyText: 'A trigger drafts a post for each push or release in your repositories.',
  newTrigger: 'New trigger',
}

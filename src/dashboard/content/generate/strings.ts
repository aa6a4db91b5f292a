import type { ReactNode } from 'react'
import { count, listed } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const activity = {
  activity: 'Changes',
  none: 'None',
  selected: 'selected',
  excluded: 'excluded',
  changes: 'changes',
  truncated: 'This list shows only the newest changes. While all are selected, older ones are included too.',
  noActivity: (window: string) => `No changes ${window}`,
  viewRepositories: 'View repositories',
  emptyText: 'No merged pull requests, commits, releases or closed issues.',
}

export const choice = {
  today: 'Today',
  todayPhrase: 'today',
  yesterday: 'Yesterday',
  yesterdayPhrase: 'yesterday',
  last7Days: 'Last 7 days',
  inLast7Days: 'in the last 7 days',
  last14Days: 'Last 14 days',
  inLast14Days: 'in the last 14 days',
  last30Days: 'Last 30 days',
  inLast30Days: 'in the last 30 days',
}

export const chooser = {
  chooseFormat: 'Choose a format.',
  noActivityToWriteAbout: 'No changes to write about.',
  selectAtLeastOneItem: 'Select at least one item.',
  loadingSelectedActivity: 'Loading the selected changes.',
}

export const generatePage = {
  title: 'Generate a post',
  posts: 'Posts',
  subtitle: 'Choose changes and formats. Posts are saved as drafts.',
  noRepositoriesConnected: 'No repositories connected',
  connectRepository: 'Connect a repository',
  emptyText: 'Herald writes posts from merged and released changes. Public repositories need no token.',
}

export const itemGroup = {
  all: (label: string) => `All ${label}`,
  someOf: (some: number, all: number) => `${some.toLocaleString()} of ${all.toLocaleString()}`,
  releasesHint: 'Includes every change in the release.',
  showAll: (count: number) => `Show all ${count.toLocaleString()}`,
}

export const obstacles = {
  viewUsage: 'View usage',
}

export const order = {
  about: {
    changelog: 'Lists every change, or the reason to leave it out. No AI model needed.',
    blog_post: 'A story of 400 to 800 words.',
    linkedin_post: 'About 800 characters, one idea.',
    twitter_post: 'At most 280 characters.',
    image: 'An image of the highlights. No AI model needed.',
  },
  savedAsDraft: 'Saved as a draft for review.',
  savedAsDrafts: 'Saved as drafts in one collection.',
  output: 'Output',
  formats: 'Formats',
  starting: 'Starting',
  writeOne: (noun: string) => `Write the ${noun}`,
  writeMany: (count: number) => `Write ${count} posts`,
  write: 'Write',
  needsModel: 'Needs an AI model.',
}

export const preview = {
  releases: 'Releases',
  notes: 'Release notes',
  pullRequests: 'Pull requests',
  commits: 'Commits',
  issues: 'Issues',
  releaseCount: (releases: number) => count(releases, 'release'),
  pullRequestCount: (pullRequests: number) => count(pullRequests, 'pull request'),
  commitCount: (commits: number) => count(commits, 'commit'),
  issueCount: (issues: number) => count(issues, 'issue'),
  counts: (counts: string[]) => listed(counts),
}

export const runAdvice = {
  generatePost: 'Generate a post',
  repositories: 'Repositories',
  rateLimit: (repositories: ReactNode) =>
    rich`GitHub allows 60 requests an hour without a token, 5,000 with one. Add a token in ${repositories}, or wait an hour.`,
  noSource: (repositories: ReactNode) =>
    rich`All sources are disconnected or disabled. Check ${repositories}.`,
  replaceToken: (repositories: ReactNode) =>
    rich`In ${repositories}, open the repository and replace its token under General.`,
  usage: 'Usage',
  checkLimits: (link: ReactNode) => rich`Check the limits in ${link}.`,
  checkModel: 'Ask the server operator to check the model and its API key. Changelogs need no model.',
  general: 'General',
  allowEnglish: (link: ReactNode) => rich`Allow the fallback to English in ${link}, or use another model.`,
  selectAgain: (generate: ReactNode) => rich`Select the changes and repositories again: ${generate}.`,
  connectAgain: (repositories: ReactNode) => rich`To continue, connect it again in ${repositories}.`,
  triggers: 'Triggers',
  enableAgain: (page: ReactNode) => rich`To continue, enable it in ${page}.`,
  schedules: 'Schedules',
  tryAgain: (generate: ReactNode) => rich`Try again: ${generate}.`,
  noActionNeeded: 'No action needed.',
}

export const runSteps = {
  change: 'change',
  changes: 'changes',
  runningFor: (state: string, seconds: number) => `${state}, ${seconds} s`,
  openPost: 'Open post',
}

export const sources = {
  sources: 'Sources',
  closedIssues: 'Closed issues',
  period: 'Period',
}

export const voice = {
  setUpBrand: 'Set up a brand',
  noBrand: (link: ReactNode) => rich`Without a brand, posts use a conversational tone. ${link}`,
  brand: 'Brand',
  defaultBrand: (name: string) => `${name} (default)`,
  mostRecentlyChangedBrand: 'Most recently edited brand',
}

export const writing = {
  posts: 'Posts',
  subtitle: ' You can leave this page.',
  openCollection: 'Open collection',
  generateAnother: 'Generate another',
  post: 'Post',
}

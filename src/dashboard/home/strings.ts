import type { ReactNode } from 'react'
import { count, listed, spell } from '../kit/english.ts'
import { rich } from '../kit/rich.ts'

export const connectStep = {
  connectRepository: 'Connect a repository',
  notAllowed: 'Only an owner or admin can connect a repository.',
  doneAt: (time: ReactNode) => rich`Done at ${time}`,
  onBranch: (branch: string) => ` on ${branch}`,
  repositoryOnGitHub: 'Repository on GitHub',
  repositoryOnGitHubPlaceholder: 'owner/name',
  repositoryOnGitHubHint: 'Any public repository.',
  token: 'Token',
  connecting: 'Connecting',
  connect: 'Connect',
  privateRepository: 'Private repository',
  loading: 'Loading the last 30 days.',
  activity: (pullRequests: number, commits: number, releases: number, isTruncated: boolean) => {
    const counts = [
      pullRequests > 0 && count(pullRequests, 'pull request'),
      commits > 0 && count(commits, 'commit'),
      releases > 0 && count(releases, 'release'),
    ].filter((each) => each !== false)
    if (counts.length === 0) return 'No activity in the last 30 days.'
    return `${listed(counts)} in the last 30 days${isTruncated ? ', and more' : ''}.`
  },
}

export const firstRun = {
  welcome: (firstName: string) => `Welcome, ${firstName}`,
  subtitle: 'Four steps to automatic changelogs. No AI model needed.',
  visibility: (link: ReactNode) => rich`To measure how often AI answers mention you, ${link}.`,
  setUpVisibility: 'set up AI visibility',
}

export const firstStep = {
  done: 'Done',
}

export const homePage = {
  title: 'Home',
}

export const needsYou = {
  nothingToDo: 'Nothing to do',
  generatePost: 'Generate a post',
  emptyText: 'Approvals, drafts, briefs, failed deliveries and agent reports appear here.',
  toDo: 'To do',
  mostUrgentFirst: 'Most urgent first',
  deliveriesFailed: (deliveries: number) =>
    deliveries === 1
      ? 'One delivery from GitHub failed'
      : `${spell(deliveries)} deliveries from GitHub failed`,
  repository: 'A repository',
  howToFix: 'How to fix',
  pendingApprovals: (approvals: number) =>
    approvals === 1 ? 'One pending approval' : `${spell(approvals)} pending approvals`,
  approvalsText: (changed: number, approvals: number) => {
    if (changed === 0) return 'Changes that agents want to make'
    if (changed < approvals) return `${changed} out of date: deny, then ask Herald again`
    return 'Out of date: deny, then ask Herald again'
  },
  review: 'Review',
  manyDrafts: (drafts: number) => `${drafts} drafts`,
  newest: (title: string, ago: string) => `Newest: ${title}, ${ago}`,
  articleBrief: (ago: string) => `Article brief, ${ago}`,
  seeAll: 'See all',
  manyArticles: (articles: number) => `${articles} articles to review`,
  gaps: (gaps: number) =>
    gaps === 1
      ? 'Answers to one question do not mention you'
      : `Answers to ${spell(gaps).toLowerCase()} questions do not mention you`,
  gapsText: 'They mention others instead. An article may change that.',
  newReports: (reports: number) =>
    reports === 1 ? 'One new report from an agent' : `${spell(reports)} new reports from agents`,
  triage: 'Triage',
  automateWithWebhook: 'Automate with a webhook',
  webhookText: 'GitHub reports each release to Herald. A trigger then drafts the changelog.',
  setUpWebhook: 'Set up webhook',
  notTriagedYet: 'Not triaged yet',
  similarReports: (reports: number, title: string) => `${spell(reports)} similar reports: ${title}`,
}

export const publishStep = {
  title: 'Publish your first post',
  text: 'Publishes the post and turns on your public page, which anyone can read.',
  askAdmin: 'Publishes the post. An owner or admin can turn on the public page.',
  publish: 'Publish',
  publishing: 'Publishing',
  published: (link: ReactNode) => rich`Published at ${link}`,
  change: 'Customize the page',
}

export const running = {
  runningNow: 'Running now',
  view: 'View',
  scan: 'Visibility scan',
  scanned: (saved: number, planned: number, ago: string) =>
    `${saved} of ${count(planned, 'answer')}, started ${ago}`,
  publishedThisWeek: 'Published this week',
  published: (ago: string) => `Published ${ago}`,
  open: 'Open',
}

export const today = {
  toDo: (things: number) =>
    things === 0 ? 'Nothing to do.' : `${spell(things)} ${things === 1 ? 'thing' : 'things'} to do.`,
  inProgress: (runs: number) => `${spell(runs)} ${runs === 1 ? 'run' : 'runs'} in progress.`,
}

export const webhookStep = {
  automateWithWebhook: 'Automate with a webhook',
  setUpWebhook: 'Set up webhook',
  createTrigger: 'Create trigger',
  settingUp: 'Setting up',
  text: 'GitHub reports each release to Herald. A trigger then drafts the changelog.',
}

export const writeStep = {
  writeYourFirstChangelog: 'Write your first changelog',
  scope: (displayName: string) => `Covers all changes merged into ${displayName} in the last 30 days.`,
  starting: 'Starting',
  writeChangelog: 'Write changelog',
  otherFormats: 'Other formats',
  writePost: 'Write a post yourself',
  posts: 'Posts',
  leaveHint: (link: ReactNode) => rich`You can leave this page. The draft will appear under ${link}.`,
  orByHand: (link: ReactNode) => rich`Without a repository: ${link}.`,
}

export const visibilityInWords = {
  more: 'AI visibility',
}

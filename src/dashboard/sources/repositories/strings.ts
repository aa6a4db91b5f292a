import type { ReactNode } from 'react'
import { rich } from '../../kit/rich.ts'

export const connectDialog = {
  connected: (displayName: string) => `${displayName} connected.`,
  title: 'Connect a repository',
  connect: 'Connect',
  checking: 'Checking',
  repository: 'Repository',
  repositoryPlaceholder: 'acme/app',
  repositoryHint: 'owner/name or GitHub URL.',
  tokenOptional: 'Token (optional)',
  branchOptional: 'Branch (optional)',
  branchOptionalHint: 'Default: the repository’s default branch.',
}

export const disconnect = {
  title: (displayName: string) => `Disconnect ${displayName}`,
  disconnect: 'Disconnect',
  disconnecting: 'Disconnecting',
  disconnected: (displayName: string) => `${displayName} disconnected.`,
  effect: 'Deletes the token and webhook secret of this repository. Posts are not changed.',
}

export const general = {
  notAllowed: 'Only owners and admins can change these settings.',
  name: 'Name',
  token: 'Token',
  activity: 'Activity',
  polling: 'Polling',
  disconnect: 'Disconnect',
  disconnectHint: 'Deletes the token and webhook secret of this repository. Posts are not changed.',
  disconnectNamed: (displayName: string) => `Disconnect ${displayName}`,
}

export const intervals = {
  everyMinute: 'Every minute',
  everyMinutes: (minutes: number) => `Every ${minutes} minutes`,
  everyHour: 'Every hour',
  everyDay: 'Every day',
  everyHours: (hours: number) => `Every ${hours} hours`,
}

export const missedEvents = {
  missedEvents: 'Missed events',
  hint: 'Herald checks GitHub for missed pushes and releases after each start.',
  lastChecked: (time: ReactNode) => rich` Last checked ${time}.`,
  checking: 'Checking',
  checkNow: 'Check now',
  checkContinues: 'The check continues.',
  checkFailed: 'The check failed.',
  checkIsComplete: 'The check is complete.',
}

export const nameForm = {
  repositorySaved: 'Repository saved.',
  save: 'Save',
  saving: 'Saving',
  displayName: 'Display name',
  displayNameHint: 'Shown in lists and posts.',
  branch: 'Branch',
  branchHint: 'Default: the repository’s default branch.',
}

export const newSecret = {
  title: 'Create new secret',
  createSecret: 'Create secret',
  creating: 'Creating',
  secretCreatedPasteItInto: 'Secret created. Paste it into the webhook on GitHub.',
  effect: 'The old secret stops working immediately.',
  rejectedUntilPasted: (displayName: string) =>
    `Deliveries of ${displayName} fail until GitHub has the new secret. GitHub can redeliver them.`,
}

export const reading = {
  readActivity: 'Read activity',
  readActivityHint: 'When off, Herald ignores this repository and rejects its deliveries.',
  includeClosedIssues: 'Include closed issues',
  includeClosedIssuesHint: 'Lists closed issues with the changes that closed them.',
}

export const repositoriesPage = {
  title: 'Repositories',
  noRepositoriesConnected: 'No repositories connected',
  emptyText: 'Herald reads commits, pull requests and releases from connected repositories.',
  connectRepository: 'Connect a repository',
  webhookOfIsFailing: (displayName: string) => `The webhook of ${displayName} is failing.`,
  webhooksAreFailing: (count: number) => `${count} webhooks are failing.`,
  subtitle: 'Connected repositories and webhooks.',
}

export const repositoryFilter = {
  repository: 'Repository',
  allRepositories: 'All repositories',
}

export const repositoryPage = {
  title: 'Repository',
  repositories: 'Repositories',
  lastDelivery: (ago: string) => `Last delivery ${ago}`,
  repositoryPages: 'Repository pages',
}

export const repositoryTable = {
  repositoryColumn: 'Repository',
  branchColumn: 'Branch',
  webhookColumn: 'Webhook',
  lastDeliveryColumn: 'Last delivery',
  noneYet: 'None yet',
  pollingColumn: 'Polling',
  actionColumn: 'Action',
  lastDelivery: 'Last delivery ',
  off: 'Off',
  pollFailed: 'Poll failed',
  howToFix: 'How to fix',
  setUpWebhook: 'Set up webhook',
  caption: 'Repositories',
}

export const secretRow = {
  secret: 'Secret',
  hidden: 'Hidden',
  hideSecret: 'Hide the secret',
  hide: 'Hide',
  showSecret: 'Show the secret',
  show: 'Show',
  secretNoun: 'the secret',
  newSecret: 'New secret',
  new: 'New',
}

export const switchedOff = {
  noSchedulesOrTriggersUse: 'No schedules or triggers use it.',
  theseWillBeDisabled: 'These will be disabled:',
  schedule: (name: string) => `Schedule “${name}”`,
  triggerFor: (format: string, events: string) => `Trigger: a ${format} for ${events}`,
}

export const tabs = {
  webhook: 'Webhook',
  deliveries: 'Deliveries',
  triggers: 'Triggers',
  general: 'General',
}

export const tokenField = {
  createTokenOnGitHub: 'Create token on GitHub',
  hint: (externalLink: ReactNode) =>
    rich`For private repositories. Needs read access to Contents, Pull requests and Issues. ${externalLink}`,
}

export const token = {
  tokenIsStored: 'A token is stored.',
  noTokenHeraldUsesServers: 'No token. Herald uses the server’s token or public access.',
  replaceToken: 'Replace token',
  addToken: 'Add token',
  deleteToken: 'Delete token',
  tokenSaved: 'Token saved.',
  newToken: 'New token',
  checking: 'Checking',
  saveToken: 'Save token',
  cancel: 'Cancel',
  title: 'Delete token',
  deleting: 'Deleting',
  tokenDeleted: 'Token deleted.',
  effect: 'Herald deletes it only if the repository can be read without it.',
}

export const trackerDialog = {
  connected: (displayName: string) => `${displayName} connected.`,
  title: (name: string) => `Connect ${name}`,
  connect: 'Connect',
  findTeams: 'Find teams',
  connecting: 'Connecting',
  searching: 'Searching',
  token: 'Token',
  createKeyIn: (name: string) => `Create key in ${name}`,
  teamIn: (workspaceName: string) => `Team in ${workspaceName}`,
  hint: 'Posts can include the issues that this team closes.',
  allTeams: 'All teams',
}

export const githubApp = {
  title: 'GitHub App',
  connect: 'Connect GitHub',
  hint: 'Choose repositories on GitHub instead of entering tokens and webhook secrets.',
  account: 'GitHub organization (optional)',
  accountExample: 'acme',
  accountFormat: 'Enter letters, numbers and hyphens only.',
  accountHint: 'The owner of the repositories. Leave it empty for your own account.',
  next: 'Continue',
  installed: (name: string, account: string) => `${name} is installed for ${account} on GitHub.`,
  notInstalled: (name: string) => `${name} is not installed, or is suspended.`,
  choose: 'Choose repositories on GitHub',
  refresh: 'Refresh repositories',
  refreshing: 'Refreshing',
  remove: 'Remove GitHub App',
  removeVerb: 'Remove',
  removing: 'Removing',
  removal: 'Its repositories stay connected but need a token. Delete the app itself on GitHub.',
}

export const trackers = {
  issueTrackers: 'Issue trackers',
  connectNamed: (name: string) => `Connect ${name}`,
  connectHint: (names: string) => `Connect ${names} to include closed issues in posts.`,
  caption: 'Trackers',
  workspaceColumn: 'Workspace',
  teamColumn: 'Team',
  allTeams: 'All teams',
  connectedColumn: 'Connected',
  actionColumn: 'Action',
  disconnectNamed: (displayName: string) => `Disconnect ${displayName}`,
  disconnect: 'Disconnect',
  title: (displayName: string) => `Disconnect ${displayName}`,
  disconnecting: 'Disconnecting',
  disconnected: (displayName: string) => `${displayName} disconnected.`,
  effect: 'Deletes its token. Posts are not changed.',
}

export const triggers = {
  newTrigger: 'New trigger',
  noTriggersForThisRepository: 'No triggers for this repository',
  emptyText: 'A trigger drafts a post for each release or push.',
}

export const watching = {
  pollForPushesAndReleases: 'Poll for pushes and releases',
  pollForPushesAndReleasesHint: 'For servers that GitHub cannot reach. Webhooks are faster.',
  interval: 'Interval',
  failed: (problem: string) => `The last poll failed: ${problem}`,
}

export const webhookFields = {
  eventNames: { push: 'Pushes', release: 'Releases', pull_request: 'Pull requests' },
  payloadUrl: 'Payload URL',
  payloadUrlNoun: 'the payload URL',
  contentType: 'Content type',
  contentTypeNoun: 'the content type',
  events: 'Events',
}

export const webhookStatus = {
  notSetUp: 'Not set up',
  waitingForGitHub: 'Waiting for GitHub',
  working: 'Working',
  failing: 'Failing',
  disabled: 'Disabled',
  localRepository: 'Local repository',
  localNoWebhook: 'Local repository, no webhook',
}

export const webhookSteps = {
  openWebhookFormOnGitHub: 'Open the webhook form on GitHub',
  settingsOf: (owner: string, repo: string) => `${owner}/${repo} settings`,
  fillInTheseFourFields: 'Fill in these four fields',
  pingReceived: 'Ping received',
  deliveryReceived: 'Delivery received',
  waitForPing: 'Wait for the ping',
  pingHint: 'GitHub sends it when you save the form. This page checks every three seconds.',
  waitingForGitHub: 'Waiting for GitHub',
}

export const webhook = {
  setup: 'Setup',
  turnOnPolling: 'turn on polling',
  unreachable: (host: string, link: ReactNode) =>
    rich`GitHub cannot reach ${host}. Give this server a public URL, or ${link}.`,
  rejected: (time: ReactNode) => rich`The last delivery failed at ${time}.`,
}

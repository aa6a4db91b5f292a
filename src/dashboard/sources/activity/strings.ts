import type { ReactNode } from 'react'
import { count } from '../../kit/english.ts'
import { rich } from '../../kit/rich.ts'

export const activityPage = {
  deliveries: 'Deliveries',
  runs: 'Runs',
  title: 'Activity',
  runsSubtitle: 'Runs and their results.',
  subtitle: 'Webhook deliveries and runs.',
  activityPages: 'Activity pages',
}

export const caughtUp = {
  caughtUp: (repository: string, time: ReactNode, found: string) =>
    rich`Caught up with ${repository} at ${time}: ${found}.`,
  notChecked: (repository: string, reason: string) =>
    `${repository} could not be checked for missed events: ${reason}`,
  missedSince: (time: ReactNode) => rich` Events since ${time} may be missing.`,
  checkToken: 'Check its access token.',
  triesAgain: (checkToken: ReactNode) =>
    rich` ${checkToken} Herald tries again at its next start, or when GitHub’s rate limit resets.`,
  moreNotChecked: (repositories: number) => `${repositories} more repositories could not be checked.`,
  missedPushes: (pushes: number) => count(pushes, 'missed push', 'missed pushes'),
  missedReleases: (releases: number) => count(releases, 'missed release'),
  requestedAgain: (deliveries: number) =>
    count(deliveries, 'failed delivery requested again', 'failed deliveries requested again'),
}

export const deliveries = {
  deliveries: 'Deliveries',
  deliveriesNoun: 'deliveries',
}

export const deliveryDetail = {
  readByHerald: 'Herald read this from GitHub because no delivery arrived.',
  delivery: 'Delivery',
  deliveryIdNoun: 'the delivery ID',
  openOnGitHub: 'Open on GitHub',
  payload: 'Payload',
  payloadNoun: 'the payload',
}

export const deliveryFilters = {
  all: 'All',
  result: 'Result',
  filter: 'Filter by title or ID',
}

export const deliveryTable = {
  disconnected: 'Disconnected',
  resultColumn: 'Result',
  codeColumn: 'Response',
  eventColumn: 'Event',
  readFromGitHub: ' (read from GitHub)',
  inRepository: (name: string) => ` in ${name}`,
  repositoryColumn: 'Repository',
  refColumn: 'Branch or tag',
  timeColumn: 'Time',
  runsColumn: 'Runs',
  howToFix: 'How to fix',
  caption: 'Deliveries',
}

export const fixes = {
  rejected: (statusCode: number) => `This delivery failed (${statusCode}).`,
  redeliver: 'On GitHub, open Recent Deliveries and choose Redeliver.',
  thisRepositoryIsNoLonger: 'This repository is no longer connected',
  gitHubStillSendsItsDeliveries: 'GitHub still sends its deliveries. You can ignore them.',
  onGitHubOpenRepositorySettings:
    'On GitHub, open the repository settings, then Webhooks, and delete the webhook to this server.',
  toReceiveDeliveriesAgain: 'To receive deliveries again, connect the repository.',
  webhookSecretDoesNotMatch: 'The webhook secret does not match',
  gitHubSignedThisDelivery: 'GitHub signed this delivery with a different secret. GitHub can redeliver it.',
  webhookOnGitHubHasNo: 'The webhook on GitHub has no secret',
  withoutSecretGitHubDoesNot:
    'Without a secret, GitHub does not sign deliveries, and Herald cannot verify the sender.',
  heraldHasNoSecret: 'Herald has no secret for this repository',
  heraldCannotVerifyDeliveries:
    'Herald cannot verify deliveries without a secret. GitHub can redeliver this one.',
  openAndChooseShow: (setup: ReactNode) => rich`Open ${setup} and choose Show. This creates a secret.`,
  deliveryHasNoEventName: 'The delivery has no event name',
  headerXGitHubEvent:
    'The header X-GitHub-Event is missing. A proxy removed it, or GitHub did not send this.',
  ifHeraldIsBehindProxy:
    'If Herald is behind a proxy, forward X-GitHub-Event, X-GitHub-Delivery and X-Hub-Signature-256.',
  ifGitHubDoesNotList: 'If GitHub does not list this delivery, it is not from GitHub. Ignore it.',
  bodyIsNotJSON: 'The body is not JSON',
  signatureIsValidButBody: 'The signature is valid, but the body could not be parsed.',
  inSetContentType: (webhook: ReactNode) => rich`In ${webhook}, set the content type to application/json.`,
  bodyDoesNotMatch: 'The body does not match this repository',
  signatureIsValidButField:
    'The signature is valid, but a field is missing, invalid or from another repository.',
  inCheckThatGitHubUses: (setup: ReactNode, displayName: string) =>
    rich`In ${setup}, check that GitHub uses the payload URL of ${displayName}.`,
  thisRepositoryIsDisabled: 'This repository is disabled',
  heraldRejectsItsDeliveries: 'Herald rejects its deliveries until you enable it.',
  general: 'General',
  enableItIn: (link: ReactNode) => rich`Enable it in ${link}.`,
  bodyIsLargerThanGitHub: 'The body is larger than GitHub sends',
  gitHubSendsAtMost25: 'GitHub sends at most 25 MB. A proxy changed the body, or GitHub did not send this.',
  checkWhetherRecentDeliveries: (webhook: ReactNode) =>
    rich`Check whether Recent Deliveries of ${webhook} lists it.`,
  ifHeraldIsBehindProxy2: 'If Herald is behind a proxy, forward bodies unchanged.',
  bodyIsIncomplete: 'The body is incomplete',
  connectionFailedOrWasToo: 'The connection failed or was too slow, or Herald was too busy.',
  ifItHappensAgainCheck: 'If it happens again, check the time and size limits of your proxy.',
  heraldCouldNotStore: 'Herald could not store this delivery',
  errorOccurredOnThisServer: 'An error occurred on this server, not on GitHub.',
  searchServerLogForDelivery: 'Search the server log for the delivery ID to find the cause.',
  payloadURLOnGitHub: 'The payload URL on GitHub is for another repository',
  eachRepositoryHasItsOwn: 'Each repository has its own payload URL.',
  copyPayloadURL: (setup: ReactNode) => rich`Copy the payload URL from ${setup}.`,
  pasteItIntoAndChoose: (webhook: ReactNode) => rich`Paste it into ${webhook} and choose Update webhook.`,
  webhookSetup: 'the webhook setup',
  webhookOnGitHub: 'the webhook on GitHub',
  copySecretFromOrCreate: (setup: ReactNode) => rich`Copy the secret from ${setup}, or create a new one.`,
}

export const latestTally = {
  all: (deliveries: number) => count(deliveries, 'delivery', 'deliveries'),
  delivery: 'delivery',
  deliveries: 'deliveries',
  latest: (count: number) => `${count.toLocaleString()} latest`,
}

export const noDeliveries = {
  noDeliveriesYet: 'No deliveries yet',
  setUpWebhook: 'Set up webhook',
  connectRepository: 'Connect a repository',
  emptyText: 'With a webhook, GitHub sends Herald each release, push and merged pull request.',
  localText: 'Herald reads this repository from the disk of the server. It cannot have a webhook.',
  noDeliveriesMatchTheseFilters: 'No deliveries match these filters',
  clearFilters: 'Clear filters',
}

export const runDetail = {
  changes: (changes: number) => count(changes, 'change'),
  viewDeliveryThatStarted: 'View the delivery that started it',
}

export const runTable = {
  stateColumn: 'Status',
  startedByColumn: 'Run',
  changesColumn: 'Changes',
  changesNoun: 'changes',
  timeColumn: 'Time',
  resultColumn: 'Result',
  caption: 'Runs',
}

export const runWords = {
  startedManually: (format: string) => `${format}, manual`,
  bySchedule: (format: string) => `${format}, schedule`,
  byTrigger: (format: string) => `${format}, trigger`,
  byDeletedTrigger: (format: string) => `${format}, deleted trigger`,
}

export const runs = {
  all: 'All',
  state: 'Status',
  noRunsMatchThisFilter: 'No runs match this filter',
  showAll: 'Show all',
  runs: 'runs',
  noRunsInLastSeven: 'No runs in the last seven days',
  generatePost: 'Generate a post',
  emptyText: 'Each run shows what started it, its steps, and its post or why there is none.',
}

export const startedRuns = {
  none: 'No trigger ran',
  writing: (noun: string) => `Writing a ${noun}`,
}

export const words = {
  processed: 'Processed',
  filtered: 'Filtered',
  failed: 'Failed',
  pingWebhookIsConnected: 'Ping: the webhook is connected',
  unsupportedEvent: (event: string) => `Unsupported event: ${event}`,
  alreadyReceived: (event: string) => `${event}, already received`,
  push: (commits: number) => `Push of ${count(commits, 'commit')}`,
  preReleasePublished: 'Pre-release published',
  releasePublished: 'Release published',
  pullRequestMerged: 'Pull request merged',
  pushOutsideDefaultBranch: 'Push to another branch',
  pullRequestClosedWithoutMerge: 'Pull request closed without a merge',
  withoutAction: 'without an action',
  nouns: { push: 'Push', release: 'Release', pull_request: 'Pull request' },
}

import { count } from '../../kit/english.ts'

export const chatList = {
  slack: 'Slack',
  discord: 'Discord',
  agent: 'Agent',
}

export const chatMenu = {
  notChanged: (message: string) => `The chat was not changed. ${message}`,
  moreActionsFor: (title: string) => `More actions for ${title}`,
  rename: 'Rename',
  unpin: 'Unpin',
  pin: 'Pin',
  delete: 'Delete',
  chatNoun: 'the chat',
  title: 'Title',
}

export const chatPage = {
  chats: 'Chats',
  chat: 'Chat',
  copyAsMarkdown: 'Copy as Markdown',
  chatNoun: 'the chat',
  newChat: 'New chat',
}

export const chatsPage = {
  chats: 'Chats',
  subtitle: 'Ask about your repositories, create drafts and approve changes.',
  askHerald: 'Ask Herald',
  loading: 'Loading',
  showMore: 'Show more',
  search: 'Search chats',
  noneFound: 'No chats contain these words.',
}

export const choices = {
  thinking: 'Thinking',
  thinkingLevel: (level: string) => `Thinking: ${level}`,
  isDefault: (label: string) => `${label} (default)`,
  model: 'Model',
  allSources: 'All sources',
  sources: 'Sources',
  selectSources: (chosen: string) => `${chosen}: select sources`,
  removeNamed: (displayName: string) => `Remove ${displayName}`,
}

export const conversation = {
  continue: 'Continue.',
  writing: 'Herald is writing.',
  working: 'Herald is working.',
  notStopped: (message: string) => `The answer was not stopped. ${message}`,
  jumpToNewest: 'Jump to newest',
  message: 'Message',
}

export const replaceLast = {
  askAgain: 'Ask again',
  edit: 'Edit last message',
  editing: 'The new text replaces your last message and its answer.',
  cancel: 'Cancel',
}

export const days = {
  pinned: 'Pinned',
  today: 'Today',
  yesterday: 'Yesterday',
}

export const deletion = {
  chatDeleted: 'Chat deleted',
  notDeleted: (title: string, message: string) => `“${title}” could not be deleted. ${message}`,
}

export const frames = {
  connectionLost: 'Connection lost.',
}

export const interrupted = {
  partSaved: 'This answer was interrupted. The part you see was saved.',
  continue: 'Continue',
}

export const message = {
  theAnswer: 'the answer',
  you: 'You',
  issueTracker: 'Issue tracker',
  herald: 'Herald',
}

export const pendingReply = {
  connectionLost: 'Connection lost. The saved answer appears when the server is reachable again.',
}

export const questions = {
  noChatsYet: 'No chats yet',
  connectARepository: 'Connect a repository',
  connectFirst:
    'Herald answers questions about your repositories, posts, feedback and visibility. Connect a repository to start.',
  tryOne:
    'Herald answers questions, writes drafts, and asks before it changes anything. Try one of these, or write your own.',
}

export const starters = {
  gapsToWrite: (gaps: number) => `We have ${count(gaps, 'visibility gap')}. Say what to write first, and why`,
  // Without the title of a report, which must not become part of a user's own message.
  triage: (reports: number) => `Triage our new feedback (${count(reports, 'report')})`,
  finishDraft: (title: string) => `Check our draft “${title}” before we publish it`,
  mentionRate: (days: number) => `Explain how our mention rate changed in the last ${days} days`,
  listChanges: (repository: string) => `List what changed in ${repository} since its last release`,
  draftChangelog: (repository: string) => `Draft a changelog for last week in ${repository}`,
  listPullRequests: (repository: string) => `List the pull requests in ${repository} that users would notice`,
}

export const refusal = {
  viewUsage: 'View usage',
  noCredits: 'No AI credits left. Ask the server operator to add some.',
  reservedCredits: (cents: string) =>
    `${cents} of AI credits are left, but answers in progress have reserved them. Try again soon.`,
}

export const spoken = {
  interrupted: 'This answer was interrupted.',
  needsApproval: 'An action needs your approval.',
}

export const approvalPage = {
  sessions: 'Sessions',
  approval: 'Approval',
  openChat: 'Open chat',
  openSession: 'Open session',
  requestedBy: (askedBy: string) => `Requested by Herald for ${askedBy}`,
  requested: 'Requested',
  answerInChat: 'Approve or deny it in the chat.',
  approved: 'Approved',
  denied: 'Denied',
  statusWords: {
    open: 'Pending approval',
    approved: 'Approved',
    denied: 'Denied',
    cancelled: 'Canceled',
    expired: 'Expired',
    spent: 'Approved and run',
    automatic: 'Run without approval',
  },
}

export const kinds = {
  all: 'All',
  messages: 'Messages',
  tools: 'Tools',
  approvals: 'Approvals',
  usage: 'Usage',
}

export const nextMessage = {
  ended: 'This session has ended.',
  startNewSession: 'Start new session',
  message: 'Message',
  cancelsApproval: 'Sending a message cancels the pending approval.',
}

export const question = {
  heraldAsks: 'Herald asks',
  anotherAnswer: 'Another answer',
  yourAnswer: 'Your answer',
  answer: 'Answer',
}

export const rawEvents = {
  eventCount: (events: number, skipped: number) =>
    `Raw events: ${events}${skipped > 0 ? `, after the first ${skipped}` : ''}`,
  rawEvents: 'Raw events',
  rawEventsNoun: 'raw events',
}

export const request = {
  outcomes: {
    approved: 'Approved',
    denied: 'Denied',
    answered: 'Answered',
    cancelled: 'Not answered',
    ignored: 'Not answered',
  },
}

export const sessionPage = {
  sessions: 'Sessions',
  session: 'Session',
  notCancelled: (message: string) => `The turn was not canceled. ${message}`,
  startedBy: (startedBy: string) => `Started by ${startedBy}`,
  started: 'Started',
  copyAsMarkdown: 'Copy as Markdown',
  sessionNoun: 'the session',
  cancelling: 'Canceling',
  cancelTurn: 'Cancel turn',
}

export const sessionTable = {
  caption: 'Sessions',
  sessionColumn: 'Session',
  stateColumn: 'Status',
  startedByColumn: 'Started by',
  startedColumn: 'Started',
}

export const sessionView = {
  loadEarlierEvents: 'Load earlier events',
  noEvents: 'No events of this type.',
  connectionLost: 'Connection lost. The session continues. Reconnecting.',
  jumpToNewest: 'Jump to newest',
  show: 'Show',
}

export const sessionsPage = {
  title: 'Sessions',
  subtitle: 'Background tasks for Herald. It asks before it changes or publishes anything.',
  giveHeraldATask: 'Give Herald a task',
  noSessionsYet: 'No sessions yet',
  writeATask: 'Write a task',
  emptyText:
    'Give Herald a task and come back any time. Each session records every step, tool call and question.',
  sessionsNoun: 'sessions',
}

export const speech = {
  turnFailed: (message: string) => `The turn failed. ${message}`,
  turnCancelled: 'The turn was canceled.',
  heraldAsks: (prompt: string) => `Herald asks: ${prompt}`,
  needsApproval: 'An action needs your approval.',
}

export const state = {
  working: 'Working',
  waitingForInput: 'Waiting for input',
  ready: 'Ready',
  failed: 'Failed',
  ended: 'Ended',
}

export const stepView = {
  step: (number: number) => `Step ${number}`,
  interruptedAttempts: (attempts: number) =>
    attempts === 1 ? '1 interrupted attempt' : `${attempts} interrupted attempts`,
}

export const turnView = {
  turnNumber: (number: number) => `Turn ${number}`,
  startNotLoaded: 'The start of this turn is not loaded.',
  herald: 'Herald',
  working: 'Herald is working.',
  failed: (failure: string) => `The turn failed. ${failure}`,
  cancelled: 'The turn was canceled.',
  usage: 'Usage',
  total: 'Total',
}

export const usage = {
  tokens: (inputTokens: string, outputTokens: string) =>
    `${inputTokens} input tokens, ${outputTokens} output tokens`,
}

export const waitingApprovals = {
  pendingApprovals: 'Pending approvals',
  answerInChat: 'Answer in chat',
  changesNoun: 'changes',
  requestedBy: (askedBy: string) => `Requested by Herald for ${askedBy}, `,
  requested: 'Requested ',
  openSession: 'Open session',
  approved: 'Approved',
  denied: 'Denied',
}

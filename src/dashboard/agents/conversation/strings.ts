export const approval = {
  approve: 'Approve',
  deny: 'Deny',
  scrollToApprove: 'Scroll to the end to approve.',
  scrollOrShowAll: 'Scroll to the end or select Show all to approve.',
  noLongerOpen: 'This approval is no longer open. Ask Herald again.',
  askAdmin: (obstacle: string) => `${obstacle} Ask an owner or admin.`,
  cannotBeApproved: (reason: string) => `It cannot be approved. ${reason}`,
  outOfDate: 'Out of date: something changed since this request. Deny it, then ask Herald again.',
  pendingTool: (tool: string) => `${tool}, pending approval`,
  reason: 'Reason',
  reasonHint: 'Optional. Herald sees the reason.',
  back: 'Back',
}

export const composer = {
  escape: 'Esc',
  stop: 'Stop',
  send: 'Send',
}

export const markdown = {
  theCode: 'the code',
  image: 'Image',
  table: 'Table',
}

export const previewText = {
  whatWillRun: 'What will run',
  showAll: 'Show all',
  openFullPage: 'Open full page',
}

export const talkTabs = {
  chats: 'Chats',
  sessions: 'Sessions',
  chatsAndSessions: 'Chats and sessions',
}

export const thoughts = {
  thinking: 'Thinking',
  thoughts: 'Thoughts',
}

export const toolLine = {
  input: 'Input',
  output: 'Output',
}

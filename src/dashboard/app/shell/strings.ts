import { count } from '../../kit/english.ts'

export const newOrganization = {
  title: 'New organization',
  effect: 'Has its own posts, repositories and keys.',
  create: 'Create',
  creating: 'Creating',
  name: 'Name',
}

export const offlineBar = {
  offline: 'You are offline. Your changes are stored in this browser.',
}

export const navigation = {
  home: 'Home',
  posts: 'Posts',
  content: 'Content',
  publicPage: 'Public page',
  schedules: 'Schedules',
  triggers: 'Triggers',
  brand: 'Brand',
  skills: 'Skills',
  repositories: 'Repositories',
  sources: 'Sources',
  activity: 'Activity',
  overview: 'Overview',
  visibility: 'Visibility',
  prompts: 'Prompts',
  competitors: 'Competitors',
  gaps: 'Gaps',
  articles: 'Articles',
  traffic: 'AI traffic',
  readiness: 'Agent readiness',
  settings: 'Visibility settings',
  feedback: 'Feedback',
  agents: 'Agents',
  chats: 'Chats',
  apiKeys: 'API keys',
  organization: 'Organization',
  members: 'Members',
  usage: 'Usage',
  general: 'General',
  server: 'Server',
}

export const shell = {
  skipToContent: 'Skip to content',
  pages: 'Pages',
  search: 'Search',
  newOrganization: 'New organization',
  documentation: 'Documentation',
  herald: 'Herald',
  switchOrganization: (name: string) => `${name}, switch organization`,
  searchShortcut: 'Ctrl K',
  start: 'Start',
  account: 'Account',
  pendingApprovals: (approvals: number) => `${count(approvals, 'pending approval')}.`,
  pendingApproval: 'pending approval',
  manyPendingApprovals: 'pending approvals',
}

export const shortcutHelp = {
  ctrlK: 'Ctrl K',
  searchPagesActionsAndPosts: 'Search pages, actions and posts',
  filterList: 'Filter the list',
  moveInList: 'Move in a list',
  enter: 'Enter',
  open: 'Open',
  select: 'Select',
  create: 'Create',
  ctrlS: 'Ctrl S',
  save: 'Save',
  ctrlZ: 'Ctrl Z',
  undoDeletion: 'Undo deletion',
  ctrl: 'Ctrl ↵',
  submit: 'Submit',
  esc: 'Esc',
  close: 'Close',
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  goTo: 'Go to',
  turnOffHint: 'You can turn off single-key shortcuts in your account.',
}

import type { ReactNode } from 'react'
import { rich } from '../../kit/rich.ts'

export const accountPage = {
  account: 'Account',
  subtitle: (email: string) => `You are signed in as ${email}.`,
  profile: 'Profile',
  password: 'Password',
  appearance: 'Appearance',
  appearanceNote: 'In this browser',
  keyboard: 'Keyboard',
  organizations: 'Organizations',
  connectedApps: 'Connected apps',
  sessions: 'Sessions',
}

export const connectedApps = {
  none: 'No apps are connected.',
  caption: 'Connected apps',
  nameColumn: 'App',
  organizationColumn: 'Organization',
  lastUsedColumn: 'Last used',
  never: 'Never',
  expiresColumn: 'Expires',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoking: 'Revoking',
  confirm: (name: string) => `Revoke ${name}?`,
  effect: 'The app loses its access immediately. To use it again, connect it again.',
  revoked: (name: string) => `${name} revoked.`,
}

export const keyboard = {
  singleKeyShortcuts: 'Single-key shortcuts',
  hint: (go: ReactNode, posts: ReactNode, down: ReactNode, up: ReactNode, help: ReactNode) =>
    rich`${go} ${posts} opens Posts. ${down} and ${up} move in a list. ${help} lists all shortcuts. Ctrl shortcuts always work.`,
}

export const organizations = {
  caption: 'Organizations',
  nameColumn: 'Name',
  roleColumn: 'Role',
  openColumn: 'Open',
  current: 'Current',
  openNamed: (name: string) => `Open ${name}`,
  operatorCreates: 'Only the server operator can create organizations.',
  ownersCreate: 'Only owners can create organizations.',
}

export const passwordForm = {
  changed: 'Password changed. Other browsers are signed out.',
  changePassword: 'Change password',
  setPassword: 'Set password',
  changing: 'Changing',
  noPassword: 'You sign in without a password.',
  currentPassword: 'Current password',
  newPassword: 'New password',
}

export const profileForm = {
  profileSaved: 'Profile saved.',
  save: 'Save',
  saving: 'Saving',
  name: 'Name',
  email: 'Email',
  emailHint: 'Your sign-in address.',
  currentPassword: 'Current password',
}

const otherBrowsers = (number: number) => (number === 1 ? 'one other browser' : `${number} other browsers`)

export const sessions = {
  signedIn: (others: number) =>
    others === 0
      ? 'You are signed in only in this browser.'
      : `You are signed in here and in ${otherBrowsers(others)}.`,
  signingOut: 'Signing out',
  signOut: 'Sign out',
  signedOut: (ended: number) => `Signed out of ${otherBrowsers(ended)}.`,
  signOutEverywhereElse: 'Sign out everywhere else',
}

export const theme = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  theme: 'Theme',
}

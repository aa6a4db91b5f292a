import type { ReactNode } from 'react'
import { rich } from '../../kit/rich.ts'

export const confirms = {
  removed: (name: string, organization: string) => `${name} was removed from ${organization}.`,
  removeTitle: (name: string) => `Remove ${name}`,
  remove: 'Remove',
  removing: 'Removing',
  removeEffect:
    'They lose access immediately. Their open invitations are revoked. Their posts are not deleted.',
  leaveTitle: (name: string) => `Leave ${name}`,
  leave: 'Leave',
  leaving: 'Leaving',
  leaveEffect: 'You lose access immediately. Your open invitations are revoked. Your posts are not deleted.',
  isNow: (name: string, roleWithArticle: string) => `${name} is now ${roleWithArticle}.`,
  changeTitle: (name: string, roleWithArticle: string) => `Make ${name} ${roleWithArticle}`,
  change: (roleWithArticle: string) => `Make ${roleWithArticle}`,
  changing: 'Changing',
  changeEffect: (hint: string) => `${hint} Open invitations to higher roles are revoked.`,
  become: (roleWithArticle: string) => `Become ${roleWithArticle}`,
  becomeEffect: (hint: string) => `${hint} Only another owner can make you an owner again.`,
}

export const invitations = {
  openInvitations: 'Open invitations',
  noneOpen: 'No open invitations.',
  revoked: (email: string) => `Invitation for ${email} revoked.`,
  emailColumn: 'Email',
  roleColumn: 'Role',
  invitedByColumn: 'Invited by',
  serverOperator: 'Server operator',
  expiresColumn: 'Expires',
  actionColumn: 'Action',
  newLinkFor: (email: string) => `New link for ${email}`,
  creating: 'Creating',
  newLink: 'New link',
  revokeFor: (email: string) => `Revoke invitation for ${email}`,
  revoking: 'Revoking',
  revoke: 'Revoke',
}

export const inviteDialog = {
  inviteMember: 'Invite member',
  note: 'Creates a link that is valid for seven days.',
  invite: 'Invite',
  inviting: 'Inviting',
  email: 'Email',
  emailHint: 'Their sign-in address. This server sends no email: share the link yourself.',
  mailHint: 'Their sign-in address. Herald also sends them the link.',
  isMailed: (email: string) => `The link was also sent to ${email}.`,
  role: 'Role',
  linkTitle: (email: string) => `Invitation for ${email}`,
  linkNoun: 'the link',
  linkNote: (time: ReactNode) =>
    rich`Send them this link. It works once, until ${time}, and will not be shown again.`,
}

export const keysOfMember = {
  loadingApiKeys: 'Loading API keys',
  allRevoked: 'All API keys are revoked.',
  stayValid: 'These API keys stay valid unless you revoke them:',
  revoking: 'Revoking',
  revokeAll: 'Revoke all',
}

export const memberTable = {
  isNow: (name: string, roleWithArticle: string) => `${name} is now ${roleWithArticle}.`,
  caption: 'Members',
  nameColumn: 'Name',
  roleColumn: 'Role',
  roleOf: (name: string) => `Role of ${name}`,
  joinedColumn: 'Joined',
  actionColumn: 'Action',
  removeNamed: (name: string) => `Remove ${name}`,
  leave: 'Leave',
  remove: 'Remove',
  you: ' (you)',
}

export const membersPage = {
  members: 'Members',
  subtitle: 'Members of this organization and their roles.',
  subtitleOfMembers: 'Members of this organization. Owners and admins can invite people.',
  invite: 'Invite',
}

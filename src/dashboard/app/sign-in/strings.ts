export const authCard = {
  herald: 'Herald',
  privacy: 'Herald runs on this server. Data leaves it only through services you connect.',
}

export const invalidLink = {
  title: 'This link is no longer valid',
  openHerald: 'Open Herald',
  signIn: 'Sign in',
  hours: (hours: number) => `${hours} hours`,
  oneMinute: 'one minute',
  minutes: (minutes: number) => `${minutes} minutes`,
}

export const invitationPage = {
  invitation: 'Invitation',
  invalidLink: 'Open the link in your invitation, or ask for a new one.',
  join: (name: string) => `Join ${name}`,
  subtitle: (invitedBy: string | null, email: string, role: string) =>
    `${invitedBy ?? 'The server operator'} invites ${email} as ${role}.`,
  createAccount: 'Create an account',
  iHaveAccount: 'I have an account',
  otherUser: (email: string, invited: string) =>
    `You are signed in as ${email}. To accept as ${invited}, sign out first.`,
  signingOut: 'Signing out',
  signOutAndContinue: 'Sign out and continue',
}

export const joinForm = {
  join: (name: string) => `Join ${name}`,
  joining: 'Joining',
  signInAndJoin: 'Sign in and join',
  yourName: 'Your name',
  email: 'Email',
}

export const noOrganization = {
  title: 'No organization',
  subtitle: 'You are not a member of any organization. Ask an owner for an invitation.',
  signingOut: 'Signing out',
  signOut: 'Sign out',
}

export const oidcProblem = {
  cancelled: (label: string) => `Sign-in with ${label} was cancelled.`,
  notResponding: (label: string) => `${label} is not responding. Try again later, or use your password.`,
  invalidResponse: (label: string) =>
    `Sign-in failed: the response from ${label} is not valid. The server log has details.`,
  expired: 'Sign-in expired or started in another browser. Try again.',
  unverifiedEmail: (label: string) => `Verify your email address with ${label} first.`,
  noAccount: (label: string) =>
    `No account has your email address from ${label}. Ask an owner for an invitation.`,
  linkedElsewhere: (label: string) =>
    `The account with your email address is linked to another ${label} user. Ask the server operator to unlink it.`,
  tooManyMembers:
    'The organization that invited you has the maximum number of members. Ask an owner to remove one.',
  notices: {
    'password-removed':
      'Your email address is now verified. The previous password was removed and all other sessions ended.',
  },
}

export const oidc = {
  or: 'or',
  continueWithInNewTab: (label: string) => `Continue with ${label} in a new tab`,
  continueWith: (label: string) => `Continue with ${label}`,
}

export const passwordPage = {
  choosePassword: 'Choose a password',
  invalidLink: 'Ask the server operator for a reset link (herald user reset).',
  subtitle: (timeLeft: string) => `The link works once and expires in ${timeLeft}.`,
  setPassword: 'Set password',
  settingPassword: 'Setting password',
  email: 'Email',
  yourName: 'Your name',
}

export const forgotPassword = {
  title: 'Reset password',
  send: 'Send link',
  sending: 'Sending',
  sent: (email: string) => `If there is an account with a password for ${email}, a link was sent to it.`,
}

export const setUpForm = {
  createAccount: 'Create account',
  creatingAccount: 'Creating account',
  yourName: 'Your name',
  organization: 'Organization',
  newOrganization: 'New organization',
  organizationHint: (dashboardPath: string, slug: string) => `URL: ${dashboardPath}/${slug}`,
  organizationName: 'Organization name',
  email: 'Email',
  urlHint: 'The URL is taken from the name.',
}

export const setUpPage = {
  setUpThisServer: 'Set up this server',
  noAccounts: 'This server has no accounts yet. Open the link in the server log, or run: herald setup',
  alreadySetUp: 'This server is already set up.',
  subtitle: (timeLeft: string) => `You become its owner. The link works once and expires in ${timeLeft}.`,
}

export const signInAgain = {
  title: 'Sign in again',
  sessionEnded: 'Your session has ended. Your unsaved work is still here.',
}

export const signInForm = {
  signIn: 'Sign in',
  signingIn: 'Signing in',
  email: 'Email',
}

export const signInPage = {
  signIn: 'Sign in',
  subtitle: (host: string) => `to ${host}`,
  forgotPassword: 'Reset password',
  resetHint: 'To reset your password, ask the server operator for a link.',
}

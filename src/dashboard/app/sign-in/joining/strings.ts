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

export const passwordPage = {
  choosePassword: 'Choose a password',
  invalidLink: 'Ask the server operator for a reset link (herald user reset).',
  subtitle: (timeLeft: string) => `The link works once and expires in ${timeLeft}.`,
  setPassword: 'Set password',
  settingPassword: 'Setting password',
  email: 'Email',
  yourName: 'Your name',
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
  subtitle: (timeLeft: string) =>
    `You become the owner of your organization. The link works once and expires in ${timeLeft}.`,
}

export const invalidLink = {
  title: 'This link is no longer valid',
  openHerald: 'Open Herald',
  signIn: 'Sign in',
  hours: (hours: number) => `${hours} hours`,
  oneMinute: 'one minute',
  minutes: (minutes: number) => `${minutes} minutes`,
}

export const noOrganization = {
  title: 'No organization',
  subtitle: 'You are not a member of any organization. Ask an owner for an invitation.',
  signingOut: 'Signing out',
  signOut: 'Sign out',
}

export const oidcProblem = {
  cancelled: (label: string) => `Sign-in with ${label} was canceled.`,
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
}

export const oidc = {
  or: 'or',
  continueWithInNewTab: (label: string) => `Continue with ${label} in a new tab`,
  continueWith: (label: string) => `Continue with ${label}`,
}

export const forgotPassword = {
  title: 'Reset password',
  send: 'Send link',
  sending: 'Sending',
  sent: (email: string) => `If there is an account with a password for ${email}, a link was sent to it.`,
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

import type { Notice, Problem } from '../../../features/sessions/oidc.ts'

const sentences: Record<Problem, (label: string) => string> = {
  cancelled: (label) => `Sign-in with ${label} was cancelled.`,
  unreachable: (label) => `${label} is not responding. Try again later, or use your password.`,
  refused: (label) => `Sign-in failed: the response from ${label} is not valid. The server log has details.`,
  expired: () => 'Sign-in expired or started in another browser. Try again.',
  unverified: (label) => `Verify your email address with ${label} first.`,
  unknown: (label) => `No account has your email address from ${label}. Ask an owner for an invitation.`,
  'other-identity': (label) =>
    `The account with your email address is linked to another ${label} user. Ask the server operator to unlink it.`,
  'organization-full': () =>
    'The organization that invited you has the maximum number of members. Ask an owner to remove one.',
}

/** Why the single sign-on returned without a session; null if the URL has no reason. */
export function readProblem(search: string, label: string): string | null {
  const problem = new URLSearchParams(search).get('problem')
  return problem !== null && Object.hasOwn(sentences, problem) ? sentences[problem as Problem](label) : null
}

const notices: Record<Notice, string> = {
  'password-removed':
    'Your email address is now verified. The previous password was removed and all other sessions ended.',
}

/** The change to the account at sign-in; null if the URL has none. */
export function readNotice(search: string): string | null {
  const notice = new URLSearchParams(search).get('notice')
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice as Notice] : null
}

import type { Notice, Problem } from '../../features/sessions/oidc/rules.ts'

const sentences: Record<Problem, (label: string) => string> = {
  cancelled: (label) => `Nobody was signed in: ${label} says that it was given up.`,
  unreachable: (label) => `${label} does not answer. Try it again in a while, or use your password.`,
  refused: (label) =>
    `The answer of ${label} cannot be believed, so nobody was signed in. Whoever runs this server finds the reason in its log.`,
  expired: () => 'That took too long, or was begun in another browser. Try it again.',
  unverified: (label) => `${label} has not verified your e-mail address, so it says nothing here.`,
  unknown: (label) =>
    `Nobody here has the e-mail address that ${label} knows you by. Ask an owner for an invitation.`,
  'other-identity': (label) =>
    `The account of your email address belongs to another user of ${label}. Ask the operator of this server to unlink it.`,
}

/** Why the organization's own sign-in led back without anybody signed in; null where the address says nothing of it. */
export function readProblem(search: string, label: string): string | null {
  const problem = new URLSearchParams(search).get('problem')
  return problem !== null && Object.hasOwn(sentences, problem) ? sentences[problem as Problem](label) : null
}

const notices: Record<Notice, string> = {
  'password-removed':
    'Your email address is now verified. The password and the sessions that this account had before have ended. Only you have access.',
}

/** What happened to the account at the sign-in; null where the address of the page says nothing of it. */
export function readNotice(search: string): string | null {
  const notice = new URLSearchParams(search).get('notice')
  return notice !== null && Object.hasOwn(notices, notice) ? notices[notice as Notice] : null
}

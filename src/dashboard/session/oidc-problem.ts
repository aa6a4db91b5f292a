import type { Problem } from '../../features/sessions/oidc/rules.ts'

const sentences: Record<Problem, (label: string) => string> = {
  cancelled: (label) => `Nobody was signed in: ${label} says that it was given up.`,
  unreachable: (label) => `${label} does not answer. Try it again in a while, or use your password.`,
  refused: (label) =>
    `The answer of ${label} cannot be believed, so nobody was signed in. Whoever runs this server finds the reason in its log.`,
  expired: () => 'That took too long, or was begun in another browser. Try it again.',
  unverified: (label) => `${label} has not verified your e-mail address, so it says nothing here.`,
  unknown: (label) =>
    `Nobody here has the e-mail address that ${label} knows you by. Ask an owner for an invitation.`,
}

/** Why the organization's own sign-in led back without anybody signed in; null where the address says nothing of it. */
export function readProblem(search: string, label: string): string | null {
  const problem = new URLSearchParams(search).get('problem')
  return problem !== null && Object.hasOwn(sentences, problem) ? sentences[problem as Problem](label) : null
}

import type { Problem } from '../../../features/sessions/oidc.ts'
import * as strings from './strings.ts'

const sentences: Record<Problem, (label: string) => string> = {
  cancelled: (label) => strings.oidcProblem.cancelled(label),
  unreachable: (label) => strings.oidcProblem.notResponding(label),
  refused: (label) => strings.oidcProblem.invalidResponse(label),
  expired: () => strings.oidcProblem.expired,
  unverified: (label) => strings.oidcProblem.unverifiedEmail(label),
  unknown: (label) => strings.oidcProblem.noAccount(label),
  'other-identity': (label) => strings.oidcProblem.linkedElsewhere(label),
  'organization-full': () => strings.oidcProblem.tooManyMembers,
}

/** Why the single sign-on returned without a session; null if the URL has no reason. */
export function readProblem(search: string, label: string): string | null {
  const problem = new URLSearchParams(search).get('problem')
  return problem !== null && Object.hasOwn(sentences, problem) ? sentences[problem as Problem](label) : null
}

import type { Config } from '../../../config.ts'
import { cookie } from '../../../http/cookie.ts'
import type { IssuerFault } from '../../../net/issuer-problem.ts'

/**
 * Why nobody was signed in, as the page is told it: beside what the issuer did, the browser came back too late or is
 * another one, the address is not verified, nobody here has it, or its account belongs to another id at the issuer.
 */
export type Problem = IssuerFault | 'expired' | 'unverified' | 'unknown' | 'other-identity'

/** What the first page after a sign-in tells its user. */
export type Notice = 'password-removed'

/** How long somebody may take at the issuer. */
export const attemptSeconds = 10 * 60

/** What a browser remembers, sealed, while it is at the issuer. */
export const attemptCookie = (config: Pick<Config, 'appUrl' | 'basePath'>) => cookie('herald_oidc', config)

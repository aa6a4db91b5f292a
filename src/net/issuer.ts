import type { Configuration } from 'openid-client'
import type { Config } from '../config.ts'
import type { Attempt, Claims } from './openid.ts'

export type Issuer = NonNullable<ReturnType<typeof createIssuer>>

/**
 * The OpenID issuer of the configuration, null where there is none. What it says of itself is read at the first
 * sign-in, and anew after one that failed.
 */
export function createIssuer({ oidc, appUrl }: Pick<Config, 'oidc' | 'appUrl'>) {
  if (oidc === null) return null
  const redirectUri = `${appUrl}/api/app/oidc/callback`
  let discovered: Promise<Configuration> | null = null

  async function withIssuer<T>(act: (configuration: Configuration) => Promise<T>): Promise<T> {
    const { discover } = await import('./openid.ts')
    discovered ??= discover(oidc as NonNullable<typeof oidc>)
    try {
      return await act(await discovered)
    } catch (error) {
      discovered = null
      throw error
    }
  }

  return {
    label: oidc.label,
    /** Where a browser is sent to sign in, and what has to be remembered until it comes back. */
    async begin(): Promise<{ url: string; attempt: Attempt }> {
      const { begin } = await import('./openid.ts')
      return withIssuer((configuration) => begin(configuration, redirectUri))
    },
    /** Whom the issuer means by the query that a browser came back with; an IssuerProblem where that is nobody. */
    async finish(query: string, attempt: Attempt): Promise<Claims> {
      const { finish } = await import('./openid.ts')
      return withIssuer((configuration) => finish(configuration, `${redirectUri}${query}`, attempt))
    },
  }
}

import type { Configuration } from 'openid-client'
import type { Config } from '../config.ts'
import type { Attempt, Claims } from './openid.ts'

export type Issuer = NonNullable<ReturnType<typeof createIssuer>>

/**
 * The configured OpenID issuer; null if there is none. Its metadata is read at the first sign-in, and again after a
 * failed one.
 */
export function createIssuer(config: Pick<Config, 'oidc' | 'appUrl'>) {
  const { oidc } = config
  if (oidc === null) return null
  // The public address can change while the server runs.
  const redirectUri = () => `${config.appUrl}/api/app/oidc/callback`
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
    /** The URL to send the browser to, and the values to store until it returns. */
    async begin(): Promise<{ url: string; attempt: Attempt }> {
      const { begin } = await import('./openid.ts')
      return withIssuer((configuration) => begin(configuration, redirectUri()))
    },
    /** The user's claims from the query that the browser returned with; throws an IssuerProblem if sign-in failed. */
    async finish(query: string, attempt: Attempt): Promise<Claims> {
      const { finish } = await import('./openid.ts')
      return withIssuer((configuration) => finish(configuration, `${redirectUri()}${query}`, attempt))
    },
  }
}

import type { Config } from '../config.ts'
import type { ConsoleAttempt } from './google-oauth.ts'
import type { Day, Property, QueryRow } from './search-console-api.ts'

export type SearchConsole = NonNullable<ReturnType<typeof createSearchConsole>>

/**
 * Google Search Console for this server's client at Google; null if none is configured. Every function that asks
 * Google throws a SearchConsoleError.
 */
export function createSearchConsole(config: Pick<Config, 'google' | 'appUrl'>) {
  const { google } = config
  if (google === null) return null
  const client = {
    ...google,
    // The public address can change while the server runs.
    get redirectUri() {
      return `${config.appUrl}/api/integrations/google-search-console/callback`
    },
  }
  const oauth = () => import('./google-oauth.ts')
  const api = () => import('./search-console-api.ts')
  return {
    /** The URL to send the browser to, and the values to store until it returns. */
    begin: async (): Promise<{ url: string; attempt: ConsoleAttempt }> => (await oauth()).begin(client),
    /** The tokens for the query that the browser returned with. */
    finish: async (query: string, attempt: ConsoleAttempt) => (await oauth()).finish(client, query, attempt),
    /** A new access token, valid for an hour. */
    refresh: async (refreshToken: string): Promise<string> => (await oauth()).refresh(client, refreshToken),
    /** Ends the access; a token that has already ended counts as revoked. */
    revoke: async (refreshToken: string): Promise<void> => (await oauth()).revoke(client, refreshToken),
    listProperties: async (accessToken: string): Promise<Property[]> =>
      (await api()).listProperties(client.searchConsoleUrl, accessToken),
    /** The top queries of a property by clicks, in the days from `from` to `to`. */
    listQueries: async (
      accessToken: string,
      property: string,
      days: { from: Day; to: Day },
    ): Promise<QueryRow[]> => (await api()).listQueries(client.searchConsoleUrl, accessToken, property, days),
  }
}

import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { SignedInPerson, testApp } from './app.ts'

type App = Awaited<ReturnType<typeof testApp>>

export const callback = 'http://127.0.0.1:33418/callback'

/** What an MCP client stores of its OAuth login, and where it sent the user. */
export function loginStore() {
  const store = { client: undefined, tokens: undefined, verifier: '', opened: null } as {
    client: OAuthClientInformationMixed | undefined
    tokens: OAuthTokens | undefined
    verifier: string
    opened: URL | null
  }
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Editor',
      redirect_uris: [callback],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
    },
    state: () => 'state-1',
    clientInformation: () => store.client,
    saveClientInformation: (client) => void Object.assign(store, { client }),
    tokens: () => store.tokens,
    saveTokens: (tokens) => void Object.assign(store, { tokens }),
    redirectToAuthorization: (opened) => void Object.assign(store, { opened }),
    saveCodeVerifier: (verifier) => void Object.assign(store, { verifier }),
    codeVerifier: () => store.verifier,
  }
  return { store, provider }
}

/** The official SDK's transport to an app without a socket. */
export function loginTransport(app: App, provider: OAuthClientProvider) {
  const fetch = (url: string | URL, init?: RequestInit) => app.api.handle(new Request(url.toString(), init))
  return new StreamableHTTPClientTransport(new URL(`${app.ctx.config.baseUrl}/mcp`), {
    authProvider: provider,
    fetch: fetch as never,
  })
}

export const newClient = () => new Client({ name: 'editor', version: '1' })

/** Follows the address that a client opened to the consent page, as a browser: returns the page's query. */
export async function openConsent(app: App, opened: URL): Promise<string> {
  const answer = await app.anonymous('GET', opened.pathname + opened.search)
  const page = new URL(answer.headers.get('location') ?? '')
  if (page.pathname !== '/app/sign-in/app') throw new Error(`The consent page is not at ${page.pathname}.`)
  return page.search.slice(1)
}

/** Approves a request as a user, with the given scopes or all that were asked for; returns the answer's parameters. */
export async function approve(
  person: SignedInPerson,
  request: string,
  scopes?: string[],
  organizationId?: string,
) {
  const { body } = await person.call('POST', '/api/app/oauth/look', { request })
  const [organization] = body.organizations
  const chosen = { scopes: scopes ?? organization.scopes, organizationId: organizationId ?? organization.id }
  const answer = await person.call('POST', '/api/app/oauth/approve', { request, ...chosen })
  if (answer.status !== 200) throw new Error(answer.text)
  return new URL(answer.body.redirectTo).searchParams
}

import {
  Client as LaterClient,
  StreamableHTTPClientTransport as LaterTransport,
} from '@modelcontextprotocol/client'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js'
import type { SignedInPerson, testApp } from './app.ts'

type App = Awaited<ReturnType<typeof testApp>>

export const callback = 'http://127.0.0.1:33418/callback'

/** What an MCP client stores of its OAuth login, and where it sent the user. */
export function loginStore() {
  const store = { verifier: '', opened: null } as {
    client?: OAuthClientInformationMixed
    tokens?: OAuthTokens
    found?: OAuthDiscoveryState
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
    discoveryState: () => store.found,
    saveDiscoveryState: (found) => void Object.assign(store, { found }),
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

/** A client of an official SDK that logs in to an app without a socket. */
type LoginClient = {
  connect(): Promise<void>
  /** Ends the login with the parameters that came back. */
  finish(answer: URLSearchParams): Promise<void>
  revision(): string | undefined
  names(): Promise<string[]>
  call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>>
}

type Login = (app: App, provider: OAuthClientProvider) => LoginClient

const fetchFrom = (app: App) =>
  ((url: string | URL, init?: RequestInit) => app.api.handle(new Request(url.toString(), init))) as never

const info = { name: 'editor', version: '1' }

const earlier: Login = (app, authProvider) => {
  const url = new URL(`${app.ctx.config.baseUrl}/mcp`)
  const transport = new StreamableHTTPClientTransport(url, { authProvider, fetch: fetchFrom(app) })
  const client = new Client(info)
  return {
    connect: () => client.connect(transport),
    finish: (answer) => transport.finishAuth(answer.get('code') ?? ''),
    revision: () => transport.protocolVersion,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, input) => client.callTool({ name, arguments: input }),
  }
}

const later =
  (mode: 'legacy' | 'auto'): Login =>
  (app, authProvider) => {
    const url = new URL(`${app.ctx.config.baseUrl}/mcp`)
    const options = { authProvider: authProvider as never, fetch: fetchFrom(app) }
    const transport = new LaterTransport(url, options)
    const client = new LaterClient(info, { versionNegotiation: { mode } })
    return {
      connect: () => client.connect(transport),
      finish: (answer) => transport.finishAuth(answer),
      revision: () => client.getNegotiatedProtocolVersion(),
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, input) => client.callTool({ name, arguments: input }),
    }
  }

/** The clients by the name of their SDK, and the revision of the protocol that they agree on with the server. */
export const loginClients: [name: string, revision: string, login: Login][] = [
  ['@modelcontextprotocol/sdk', '2025-11-25', earlier],
  ['@modelcontextprotocol/client with a handshake', '2025-11-25', later('legacy')],
  ['@modelcontextprotocol/client without one', '2026-07-28', later('auto')],
]

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

import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { AppError, forbidden } from '../errors.ts'
import { findTokenCaller } from '../features/feedback/tokens.ts'
import { hasScope, type Resource } from '../features/keys/model.ts'
import { type Caller, createIdentify } from '../features/keys/require-key.ts'
import { clientAddress } from '../http/client-address.ts'
import { createMcpServer, type McpTool, submitFeedbackMcpTool } from './mcp-server.ts'
import { toTool } from './operation-tools.ts'
import { operations } from './operations.ts'
import { createService } from './service.ts'

const bodyBytes = 256 * 1024

/**
 * The MCP server over streamable HTTP, without sessions. `/mcp` needs a key, or a feedback token, and offers what it
 * may do; `/mcp/{organizationSlug}` needs none and takes feedback for that organization.
 */
export function agentRoutes(ctx: Context) {
  const service = createService(ctx)
  const identify = createIdentify(ctx, (token) => findTokenCaller(ctx, token))
  const options = { parse: 'none', detail: { hide: true } } as const
  const methodNotAllowed = () => {
    throw new AppError(405, 'Send MCP messages with POST.', { headers: { Allow: 'POST' } })
  }

  /** `submit_feedback` by way of a route of the service, on behalf of whoever sent `request`. */
  function submitTool(request: Request, route: string, address: string, authorization?: string): McpTool {
    const userAgent = request.headers.get('user-agent')
    return submitFeedbackMcpTool({
      url: `http://localhost${route}`,
      headers: { ...(authorization && { authorization }), ...(userAgent && { 'user-agent': userAgent }) },
      sender: authorization ?? address,
      fetch: (inner) => service.handleFor(address, inner),
    })
  }

  return new Elysia({ prefix: '/mcp' })
    .onTransform(({ request }) => checkOrigin(request, ctx.config.corsOrigins))
    .post(
      '',
      async ({ request, server }) => {
        const authorization = request.headers.get('authorization') ?? ''
        const { caller } = await identify(authorization)
        const address = clientAddress(request, server, ctx.config.trustProxy)
        return answer(request, [
          ...(may(caller, 'feedback', 'POST')
            ? [submitTool(request, '/v1/feedback', address, authorization)]
            : []),
          ...operations
            .filter(({ route, resource }) => !isToken(caller) && may(caller, resource, route))
            .map((operation) => toTool(service, operation, authorization)),
        ])
      },
      options,
    )
    .post(
      '/:organizationSlug',
      ({ request, server, params }) => {
        const address = clientAddress(request, server, ctx.config.trustProxy)
        return answer(request, [submitTool(request, `/v1/feedback/${params.organizationSlug}`, address)])
      },
      options,
    )
    .get('', methodNotAllowed, options)
    .delete('', methodNotAllowed, options)
    .get('/:organizationSlug', methodNotAllowed, options)
    .delete('/:organizationSlug', methodNotAllowed, options)
}

const may = ({ scopes }: Caller, resource: Resource, route: string) =>
  hasScope(scopes, resource, route.startsWith('GET ') ? 'read' : 'write')

/** A feedback token is good for sending only. */
const isToken = ({ projectId }: Caller) => projectId !== undefined

/** Browsers name the page that sends: a page of a stranger may not use what only this machine can reach. */
function checkOrigin(request: Request, allowed: string[]) {
  const origin = request.headers.get('origin')
  if (origin !== null && !allowed.includes(origin)) throw forbidden('This origin is not allowed.')
}

async function answer(request: Request, tools: McpTool[]): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
    maxRequestBodySize: bodyBytes,
  })
  const server = createMcpServer(tools)
  await server.connect(transport)
  return transport.handleRequest(request)
}

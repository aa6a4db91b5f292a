import { type AnyElysia, Elysia } from 'elysia'
import type { Context } from '../context.ts'
import { AppError, forbidden } from '../errors.ts'
import { mayUse, throttle } from '../features/keys/guard.ts'
import { identifyByKey } from '../features/keys/identify.ts'
import { clientAddress, RequestOnBehalf } from '../http/client-address.ts'
import { operationsOf } from '../http/operation.ts'
import { createSubmitTool } from './submit-feedback.ts'
import { type Tool, toTool } from './tools.ts'

/**
 * The MCP server over streamable HTTP, without sessions. `/mcp` needs a key, or a feedback token, and offers the
 * operations of the API that it may use; `/mcp/{organizationSlug}` needs none and takes feedback for that organization.
 */
export function agentRoutes(ctx: Context, api: Pick<AnyElysia, 'routes' | 'handle'>) {
  const options = { parse: 'none', detail: { hide: true } } as const
  const methodNotAllowed = () => {
    throw new AppError(405, 'Send MCP messages with POST.', { headers: { Allow: 'POST' } })
  }

  /** `submit_feedback` by way of a route of the service, on behalf of whoever sent `request`. */
  function submitTool(request: Request, route: string, address: string, authorization?: string): Tool {
    const userAgent = request.headers.get('user-agent')
    return createSubmitTool({
      url: `http://localhost${route}`,
      headers: { ...(authorization && { authorization }), ...(userAgent && { 'user-agent': userAgent }) },
      sender: authorization ?? address,
      fetch: (inner) => api.handle(new RequestOnBehalf(inner, address)),
    })
  }

  return new Elysia({ prefix: '/mcp' })
    .onTransform(({ request }) => checkOrigin(request, ctx.config.corsOrigins))
    .post(
      '',
      async ({ request, server }) => {
        const caller = await identifyByKey(ctx, request)
        await throttle(ctx, caller)
        const authorization = request.headers.get('authorization') ?? ''
        const address = clientAddress(request, server, ctx.config.trustProxy)
        const offered = operationsOf(api.routes).filter(
          (route) => route.operation.tool !== null && mayUse(caller, route),
        )
        const tools = offered.map((route) =>
          route.operation.tool === 'submit_feedback'
            ? submitTool(request, route.path, address, authorization)
            : toTool(
                { handle: (inner) => api.handle(new RequestOnBehalf(inner, address)) },
                route,
                authorization,
              ),
        )
        return answer(request, tools)
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

/** Browsers name the page that sends: a page of a stranger may not use what only this machine can reach. */
function checkOrigin(request: Request, allowed: string[]) {
  const origin = request.headers.get('origin')
  if (origin !== null && !allowed.includes(origin)) throw forbidden('This origin is not allowed.')
}

async function answer(request: Request, tools: Tool[]): Promise<Response> {
  const { answerMcpRequest } = await import('./mcp.ts')
  return answerMcpRequest(request, tools)
}

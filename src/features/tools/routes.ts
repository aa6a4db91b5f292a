import { Elysia } from 'elysia'
import type { Context } from '../../context.ts'
import { AppError, forbidden } from '../../errors.ts'
import { clientAddress } from '../../http/client-address.ts'
import { toCallId as readCallId } from '../../http/idempotency-keys.ts'
import { type Actor, InternalRequest } from '../../http/internal-request.ts'
import { scopeOf } from '../../http/operation.ts'
import type { InputBudget } from '../../input-budget.ts'
import { mayUse, throttle } from '../keys/guard.ts'
import { identifyByKey } from '../keys/identify.ts'
import { hasScope } from '../keys/model.ts'
import { lacksScope, withChallenge } from '../oauth/metadata.ts'
import { askAgent, askAgentScope, createAskTool } from './ask-agent.ts'
import type { Input } from './call.ts'
import type { Offer } from './mcp.ts'
import { toMcpTool } from './mcp-tool.ts'
import type { OfferedTool } from './offered-tool.ts'
import { createSubmitTool } from './submit-feedback.ts'
import { toolRoutes } from './tools.ts'

/**
 * The MCP server over streamable HTTP, without sessions. `/mcp` needs a key or a feedback token, and offers the API
 * operations that it may use; `/mcp/{organizationSlug}` needs none and accepts feedback for that organization.
 */
export function agentRoutes(ctx: Context) {
  const options = { parse: 'none', detail: { hide: true } } as const
  const methodNotAllowed = () => {
    throw new AppError(405, 'Send MCP messages with POST.', { headers: { Allow: 'POST' } })
  }

  /** `submit_feedback` through a route of the service, for the sender of `request`. */
  function submitTool(request: Request, route: string, address: string, asker: Actor | null): OfferedTool {
    const userAgent = request.headers.get('user-agent')
    return createSubmitTool({
      url: `http://localhost${route}`,
      headers: { ...(userAgent && { 'user-agent': userAgent }) },
      sender: asker?.id ?? address,
      fetch: (inner) => ctx.ownApi.handle(new InternalRequest(inner, { asker, address })),
    })
  }

  /** Answers a caller with a key, or an app with an access token. */
  async function answerKeyed(request: Request, address: string): Promise<Response> {
    const caller = await identifyByKey(ctx, request, 'mcp').catch((error) => {
      throw withChallenge(ctx, request, error)
    })
    await throttle(ctx, caller)
    // An app is offered all that its user may do, and asks for more scopes when a call needs them.
    const offered = caller.grantable ? { scopes: caller.grantable } : caller
    const routes = toolRoutes(ctx).filter((route) => mayUse(offered, route))
    const lacking = new Map(
      routes
        .filter((route) => !mayUse(caller, route))
        .map((route) => [route.operation.tool, scopeOf(route.method, route.operation)]),
    )
    if (!hasScope(caller.scopes, askAgentScope)) lacking.set(askAgent, askAgentScope)
    const asker = { id: caller.id, organizationId: caller.organization.id }
    const toCallId = (name: string, input: Input) => readCallId(request, [asker.id, name, input])
    const tools = routes.map((route) =>
      route.operation.tool === 'submit_feedback'
        ? submitTool(request, route.path, address, asker)
        : toMcpTool(ctx, route, { asker, address, toCallId }),
    )
    if (hasScope(offered.scopes, askAgentScope))
      tools.push(createAskTool(ctx, { asker, address, slug: caller.organization.slug, toCallId }))
    const { createResources } = await import('./mcp-resources.ts')
    const resources = createResources(async (name, input) =>
      lacking.has(name) ? null : (tools.find((tool) => tool.name === name)?.call(input) ?? null),
    )
    return answer(request, {
      ...{ tools, resources },
      permit(name) {
        const scope = lacking.get(name)
        if (scope) throw lacksScope(ctx, [...caller.scopes, scope])
      },
    })
  }

  return new Elysia({ prefix: '/mcp' })
    .onTransform(({ request }) => checkOrigin(request, ctx.config.corsOrigins))
    .post(
      '',
      ({ request, server }) => answerKeyed(request, clientAddress(request, server, ctx.config.trustProxy)),
      options,
    )
    .post(
      '/:organizationSlug',
      ({ request, server, params }) => {
        const address = clientAddress(request, server, ctx.config.trustProxy)
        const tools = [submitTool(request, `/v1/feedback/${params.organizationSlug}`, address, null)]
        return answer(request, { tools }, ctx.inputBudget)
      },
      options,
    )
    .get('', methodNotAllowed, options)
    .delete('', methodNotAllowed, options)
    .get('/:organizationSlug', methodNotAllowed, options)
    .delete('/:organizationSlug', methodNotAllowed, options)
}

/**
 * Browsers send the origin of a page: a page from elsewhere may not use a server that only this machine can reach.
 */
function checkOrigin(request: Request, allowed: string[]) {
  const origin = request.headers.get('origin')
  if (origin !== null && !allowed.includes(origin)) throw forbidden('This origin is not allowed.')
}

async function answer(request: Request, offer: Offer, budget?: InputBudget): Promise<Response> {
  const { answerMcpRequest } = await import('./mcp.ts')
  return answerMcpRequest(request, offer, { budget })
}

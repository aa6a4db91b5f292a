import { Elysia } from 'elysia'
import type { Context } from '../context.ts'

/** The MCP server over streamable HTTP. */
export function agentRoutes(_ctx: Context) {
  return new Elysia({ prefix: '/mcp' })
}

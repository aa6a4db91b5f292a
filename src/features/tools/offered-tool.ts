import type { Effect } from '../../http/operation.ts'
import type { CallResult, Input } from './call.ts'
import type { JsonSchema } from './tool-schema.ts'

/** What an MCP client is offered: here, or by a service elsewhere. */
export type OfferedTool = {
  name: string
  description: string
  inputSchema: JsonSchema
  effect: Effect
  /** Does the work for an input; what is refused is an error with its sentence. */
  call(input: Input): Promise<ToolResult>
}
export type ToolResult = Pick<CallResult, 'text' | 'isError'>

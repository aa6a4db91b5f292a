import type { Effect } from '../../http/operation.ts'
import type { CallResult, Input } from './call.ts'
import type { JsonSchema } from './tool-schema.ts'

/** A tool of this server or of a remote one, as MCP clients see it. */
export type OfferedTool = {
  name: string
  description: string
  inputSchema: JsonSchema
  effect: Effect
  /** Runs the tool; a rejection is an error with its message. */
  call(input: Input): Promise<ToolResult>
}
export type ToolResult = Pick<CallResult, 'text' | 'isError'>

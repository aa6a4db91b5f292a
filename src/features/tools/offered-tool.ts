import type { CallResult, Input } from './call.ts'
import type { JsonSchema } from './tool-schema.ts'

/** What a tool does, for MCP clients. */
export type Hints = {
  readOnlyHint: boolean
  /** True only if something is lost. */
  destructiveHint: boolean
  idempotentHint: boolean
  /** True if the server contacts an address from the input or a record. */
  openWorldHint: boolean
}

/** A tool of this server or of a remote one, as MCP clients see it. */
export type OfferedTool = {
  name: string
  title: string
  description: string
  inputSchema: JsonSchema
  /** The schema of `structured`. */
  outputSchema: JsonSchema
  hints: Hints
  /** Runs the tool; a rejection is an error with its message. */
  call(input: Input, signal?: AbortSignal): Promise<ToolResult>
}

export type ToolResult = Pick<CallResult, 'text' | 'isError'> & {
  /** The result as an object; left out for an error. */
  structured?: Record<string, unknown>
}

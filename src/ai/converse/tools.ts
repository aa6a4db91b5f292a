import { type JSONSchema7, jsonSchema, type ToolSet } from 'ai'
import { Ajv } from 'ajv'

/** A tool as a model is told of it; whoever asks runs it. */
export type OfferedTool = { name: string; description: string; inputSchema: JSONSchema7 }

/** Tools as the SDK takes them: it reads calls and runs none. */
export function toToolSet(tools: OfferedTool[]): ToolSet {
  // One for each set, since it keeps what it compiled. Limits of formats are the route's own to tell.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, meta: false })
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      { description, inputSchema: jsonSchema(inputSchema, { validate: fitting(ajv, inputSchema) }) },
    ]),
  )
}

function fitting(ajv: Ajv, schema: JSONSchema7) {
  return (value: unknown) =>
    ajv.validate(schema, value)
      ? { success: true as const, value }
      : { success: false as const, error: new Error(ajv.errorsText(ajv.errors, { dataVar: 'input' })) }
}

/** Why a call cannot be run, in a sentence for the model. */
export function toFault(toolName: string, tools: OfferedTool[], input: unknown, error: unknown): string {
  if (!tools.some(({ name }) => name === toolName)) return `There is no tool ${toolName}.`
  if (typeof input === 'string') return 'The input is no JSON.'
  return `The input does not fit: ${reasonOf(error)}.`
}

/** Ours is the innermost; the SDK wraps it, the input included. */
function reasonOf(error: unknown): string {
  const cause = (error as { cause?: unknown } | undefined)?.cause
  return cause ? reasonOf(cause) : String((error as Error | undefined)?.message ?? 'it has another shape')
}

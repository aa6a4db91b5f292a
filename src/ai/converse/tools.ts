import type { JSONSchema7 } from 'ai'
import { Ajv } from 'ajv'

/** A tool as described to a model; the caller runs it. */
export type OfferedTool = { name: string; description: string; inputSchema: JSONSchema7 }

/** A tool in the format of the API. */
export const toFunction = ({ name, description, inputSchema }: OfferedTool) => ({
  type: 'function' as const,
  name,
  description,
  inputSchema,
})

/** The input of a tool call, and a sentence for the model if it cannot be run, else null. */
export type ReadCall = { input: unknown; fault: string | null }

/** A function that reads the calls of these tools. */
export function createCallReader(tools: OfferedTool[]): (toolName: string, json: string) => ReadCall {
  // One validator per set of tools, because it caches compiled schemas. Formats are checked by the route.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, meta: false })

  function toFault(toolName: string, input: unknown): string | null {
    const tool = tools.find(({ name }) => name === toolName)
    if (!tool) return `There is no tool ${toolName}.`
    if (typeof input === 'string') return 'The input is not valid JSON.'
    if (ajv.validate(tool.inputSchema, input)) return null
    return `The input is invalid: ${ajv.errorsText(ajv.errors, { dataVar: 'input' })}.`
  }

  return (toolName, json) => {
    const input = readInput(json)
    return { input, fault: toFault(toolName, input) }
  }
}

/** A call without arguments has an empty text. Invalid JSON is returned unchanged. */
function readInput(json: string): unknown {
  try {
    return JSON.parse(json.trim() || '{}')
  } catch {
    return json
  }
}

import type { JSONSchema7 } from 'ai'
import { Ajv } from 'ajv'

/** A tool as a model is told of it; whoever asks runs it. */
export type OfferedTool = { name: string; description: string; inputSchema: JSONSchema7 }

/** A tool as the wire has it. */
export const toFunction = ({ name, description, inputSchema }: OfferedTool) => ({
  type: 'function' as const,
  name,
  description,
  inputSchema,
})

/** The input of a call, and why it cannot be run, in a sentence for the model; null where it can. */
export type ReadCall = { input: unknown; fault: string | null }

/** A function that reads the calls of these tools. */
export function createCallReader(tools: OfferedTool[]): (toolName: string, json: string) => ReadCall {
  // One for each set, since it keeps what it compiled. Limits of formats are the route's own to tell.
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, meta: false })

  function toFault(toolName: string, input: unknown): string | null {
    const tool = tools.find(({ name }) => name === toolName)
    if (!tool) return `There is no tool ${toolName}.`
    if (typeof input === 'string') return 'The input is no JSON.'
    if (ajv.validate(tool.inputSchema, input)) return null
    return `The input does not fit: ${ajv.errorsText(ajv.errors, { dataVar: 'input' })}.`
  }

  return (toolName, json) => {
    const input = readInput(json)
    return { input, fault: toFault(toolName, input) }
  }
}

/** A call without arguments comes without any text; what is no JSON stays as it came. */
function readInput(json: string): unknown {
  try {
    return JSON.parse(json.trim() || '{}')
  } catch {
    return json
  }
}

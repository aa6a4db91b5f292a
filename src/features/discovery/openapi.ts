type Json = Record<string, unknown>
type Operation = Json & {
  responses?: Record<string, Json>
  requestBody?: { content: Json }
  security?: unknown[]
}

/** What a schema says to Elysia and not to a reader of the document. */
const internal = new Set(['error', 'nullable'])

/** Makes the plugin's document one that validators and client generators take: JSON only, each response described. */
export function completeDocument(document: Json & { paths: Record<string, Record<string, Operation>> }) {
  const paths = Object.entries(document.paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations).map(([method, operation]) => [method, completeOperation(path, operation)]),
    ),
  ])
  return { ...document, paths: Object.fromEntries(paths) }
}

function completeOperation(path: string, operation: Operation): Operation {
  const isPublic = operation.security?.length === 0 || !path.startsWith('/v1/') || path === '/v1/status'
  const responses = Object.entries(operation.responses ?? {}).map(([status, response]) => [
    status,
    { description: 'Done.', ...withJsonOnly(response) },
  ])
  const failure = {
    description: 'What was wrong, in `error`.',
    content: { 'application/json': { schema: errorSchema } },
  }
  return strip({
    ...operation,
    ...(operation.requestBody ? { requestBody: withJsonOnly(operation.requestBody) } : {}),
    responses: { ...Object.fromEntries(responses), default: failure },
    ...(isPublic ? { security: [] } : {}),
  }) as Operation
}

const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: { error: { type: 'string' }, code: { type: 'string' }, recovery: { type: 'string' } },
}

function withJsonOnly<T extends Json>(part: T): T {
  const content = (part.content as Json | undefined)?.['application/json']
  return content ? { ...part, content: { 'application/json': content } } : part
}

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const isSchema = 'type' in value || 'anyOf' in value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(isSchema && internal.has(key)))
      .map(([key, item]) => [key, strip(item)]),
  )
}

import type { Operation } from '../operation.ts'
import type { EmittedOperation, Parameter } from './operation.ts'
import type { Json } from './schema.ts'

/** A route as Elysia lists it. */
export type ListedRoute = { method: string; path: string; hooks: Hooks }

type Hooks = {
  detail?: Partial<EmittedOperation>
  params?: Fields
  query?: Fields
  body?: Json
  /** A schema, or schemas by status. */
  response?: Json
}
type Fields = Json & { properties?: Record<string, Json>; required?: string[] }

/** The operation of a route, its method and its path in OpenAPI's notation; null if the document omits it. */
export function toListed({ method, path, hooks }: ListedRoute) {
  const { detail, params, query, body, response } = hooks
  if (!detail?.operationId || detail.hide === true) return null
  const operation: EmittedOperation = {
    parameters: [...toParameters('path', withPathNames(params, path)), ...toParameters('query', query)],
    responses: response ? toResponses(response) : { 200: {} },
    ...(body && { requestBody: { required: true, content: toContent(body) } }),
    // A route without schemas describes its input and responses itself.
    ...(detail as Operation),
  }
  return { method: method.toLowerCase(), path: path.replace(/:(\w+)/g, '{$1}'), operation }
}

const toContent = (schema: Json) => ({ 'application/json': { schema } })

function toResponses(response: Json): Record<string, Json> {
  const schemas = isSchema(response) ? { 200: response } : (response as Record<string, Json>)
  return Object.fromEntries(Object.entries(schemas).map(([status, schema]) => [status, toResponse(schema)]))
}

/** The response has the description of its schema. */
const toResponse = ({ description, ...schema }: Json) => ({ description, content: toContent(schema) })

/** TypeBox marks schemas with this symbol. */
const kind = Symbol.for('TypeBox.Kind')
const isSchema = (response: Json) => kind in response

/** Names in the path without a schema are texts. */
function withPathNames(params: Fields | undefined, path: string): Fields {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const known = params?.properties ?? {}
  const others = names.filter((name) => !(name in known)).map((name) => [name, { type: 'string' }])
  return {
    properties: { ...Object.fromEntries(others), ...known },
    required: [...names, ...(params?.required ?? [])],
  }
}

function toParameters(place: 'path' | 'query', { properties = {}, required = [] }: Fields = {}): Parameter[] {
  return Object.entries(properties).map(([name, { description, examples, ...schema }]) => ({
    ...{ name, in: place, required: required.includes(name), schema },
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(examples) && { examples }),
  }))
}

import type { Bucket } from '../buckets.ts'
import { anyKey, type Operation, scopeOf } from '../operation.ts'
import { describeProperty } from './descriptions.ts'
import { toExample } from './example.ts'
import { isRepeatable, keyParameter, limitHeaders, replayHeader, toRefusals } from './refusals.ts'
import { type Json, type NamedSchemas, toSchema } from './schema.ts'

/** An operation as the plugin creates it, with the route's own metadata. */
export type EmittedOperation = Operation & {
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: Json
  responses?: Record<string, Json>
}

const toStream = (type: string) => ({ content: { [type]: { schema: { type: 'string' } } } })

type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  examples?: unknown[]
  schema: Json
}

const done: Record<string, string> = { 200: 'The request succeeded.', 201: 'Created.', 202: 'Accepted.' }

/** A complete operation for clients: scope, limits, parameters, an example and all responses. */
export function describeOperation(method: string, emitted: EmittedOperation, named: NamedSchemas): Json {
  const { operationId, summary, tags, parameters = [], requestBody, example } = emitted
  const successes = Object.entries(emitted.responses ?? {}).map(([status, response]) => [
    status,
    {
      description: response.description ?? done[status],
      ...withHeaders(method, emitted),
      ...(emitted.streams === null
        ? withResponseExample(response, named, operationId)
        : toStream(emitted.streams)),
    },
  ])
  const described = [
    ...parameters.map((each) => toParameter(each, named)),
    ...(isRepeatable(method, emitted) ? [keyParameter] : []),
  ]
  const hasInput = parameters.length > 0 || requestBody !== undefined
  return {
    operationId,
    summary,
    description: describe(method, emitted),
    tags,
    security: toSecurity(method, emitted),
    ...(described.length > 0 && { parameters: described }),
    ...(requestBody && {
      requestBody: { ...requestBody, ...withJsonOnly(requestBody, named, operationId, example) },
    }),
    responses: {
      ...toRefusals(method, emitted, hasInput, requestBody !== undefined),
      ...Object.fromEntries(successes),
    },
  }
}

/** The headers of a successful response. */
function withHeaders(method: string, emitted: EmittedOperation): Json {
  const shown = {
    ...(emitted.limits.length > 0 && limitHeaders),
    ...(isRepeatable(method, emitted) && replayHeader),
  }
  return Object.keys(shown).length > 0 ? { headers: shown } : {}
}

/** A narrow scope is an alternative. */
function toSecurity(method: string, { resource, narrowScope }: Operation): Json[] {
  if (resource === anyKey) return [{ BearerAuth: [] }]
  const scopes = [scopeOf(method, { resource }), narrowScope]
  return scopes.flatMap((scope) => (scope === null ? [] : [{ BearerAuth: [scope] }]))
}

/** All but the summary, which readers see above it. */
function describe(method: string, { summary, description, ...operation }: Operation): string {
  const { resource, narrowScope, limits } = operation
  const scope = scopeOf(method, { resource })
  const scopes = [scope, narrowScope].flatMap((each) => (each === null ? [] : [`\`${each}\``]))
  const details = description.slice(summary.length).replace(/^\.\s*/, '')
  return [
    ...(details === '' ? [] : [details]),
    ...(scopes.length > 0 ? [`Needs the scope ${scopes.join(' or ')}.`] : []),
    ...limits.map((bucket) => `Limited to ${describeWindows(bucket)} for each ${callers[bucket.per]}.`),
  ].join(' ')
}

/** Who a limit counts requests of. */
export const callers = {
  key: 'key',
  organization: 'organization',
  address: 'IP address',
  email: 'email address',
  person: 'user',
}

/** The limit of a bucket in words. */
export function describeWindows({ windows }: Bucket): string {
  return windows.map(({ limit, seconds }) => `${limit} requests ${describeTime(seconds)}`).join(' and ')
}

function describeTime(seconds: number): string {
  const minutes = seconds / 60
  if (minutes === 60) return 'per hour'
  return minutes === 1 ? 'per minute' : `in ${minutes} minutes`
}

function toParameter({ examples = [], schema, ...parameter }: Parameter, named: NamedSchemas): Json {
  const isList = schema.type === 'array'
  const description = parameter.description ?? schema.description
  return {
    ...parameter,
    description: describeProperty('', parameter.name, { ...schema, description }),
    required: parameter.required === true && schema.default === undefined,
    // One parameter holds several comma-separated values.
    ...(isList && { style: 'form', explode: false }),
    ...(parameter.required === true && examples.length > 0 && { example: examples[0] }),
    schema: toParameterSchema(toSchema(schema, named)),
  }
}

/** The parameter has the description, and a list is empty by default. */
function toParameterSchema({ description: _, default: given, ...schema }: Json): Json {
  return given === undefined || Array.isArray(given) ? schema : { ...schema, default: given }
}

/** The JSON of a successful response, with an example that has the values of its schema. */
function withResponseExample(response: Json, named: NamedSchemas, operationId: string): Json {
  const described = withJsonOnly(response, named, operationId)
  const json = (described.content as Record<string, { schema: Json }> | undefined)?.['application/json']
  if (!json) return described
  const example = toExample(json.schema, named.found)
  return { content: { 'application/json': { ...json, example } } }
}

/** The plugin lists every content type that it supports; this API only reads and writes JSON. */
function withJsonOnly({ content }: Json, named: NamedSchemas, operationId: string, example?: unknown): Json {
  const json = (content as Record<string, { schema: Json }> | undefined)?.['application/json']
  if (!json) return {}
  const schema = toSchema(json.schema, named, operationId)
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } }
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import type { Api } from '../../src/api.ts'

type Json = Record<string, any>
export type DescribedOperation = { method: string; path: string; operation: Json }

/** The OpenAPI document of a service. */
export async function readOpenApi(api: Api): Promise<Json> {
  return (await api.handle(new Request('http://localhost/openapi.json'))).json() as Promise<Json>
}

/** Every operation of a document. */
export function operationsIn(document: Json): DescribedOperation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

type Answer = { status: number; headers: Headers; body: unknown }

/**
 * A function that returns the properties of an answer that the document does not describe; null if all are
 * described.
 */
export function createAnswerCheck(document: Json) {
  const ajv = new Ajv2020({
    strict: false,
    // `openapi.test.ts` does that once; here each test file would repeat it.
    validateSchema: false,
    formats: { uri: true, 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/ },
  })
  ajv.addSchema({ $id: 'document', components: document.components })
  const validators = new Map<string, ValidateFunction>()
  const operations = operationsIn(document).map((each) => ({
    ...each,
    pattern: new RegExp(`^${each.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  // A fixed path has priority over a parameter.
  operations.sort((one, other) => one.path.split('{').length - other.path.split('{').length)

  return (method: string, path: string, { status, headers, body }: Answer): string | null => {
    const found = operations.find((each) => each.method === method && each.pattern.test(path))
    if (!found) return null
    const name = `${found.operation.operationId} ${status}`
    const response = found.operation.responses[status]
    if (!response) return `${name} is not described`
    const unknown = [...headers.keys()].filter(
      (header) => /ratelimit|retry-after|www-authenticate/.test(header) && !names(response).includes(header),
    )
    if (unknown.length > 0) return `${name} has headers that are not described: ${unknown.join(', ')}`
    const described = response.content['application/json']
    if (!described) {
      const [type = ''] = Object.keys(response.content)
      return headers.get('content-type')?.startsWith(type) ? null : `${name} is no ${type}`
    }
    const validate = validators.get(name) ?? ajv.compile(withIds(described.schema))
    validators.set(name, validate)
    return validate(body) ? null : `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body)}`
  }
}

const names = ({ headers = {} }: Json) => Object.keys(headers).map((name) => name.toLowerCase())

function withIds(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
}

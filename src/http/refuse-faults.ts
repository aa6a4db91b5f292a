import { OptionalKind, type TSchema } from '@sinclair/typebox'
import type { Fault } from './fault-wording.ts'
import { findFaults, maxFaults, toRefusal } from './faults.ts'
import type { OperationRoute } from './operation.ts'

type Input = { params: unknown; query: unknown; body: unknown }

type Route = Pick<OperationRoute, 'method' | 'hooks'> & {
  operation: Pick<OperationRoute['operation'], 'ignoresUnknown' | 'role'>
}

/**
 * Refuses a request with all faults of its path, query and body. Elysia would name only the first, in the words of its
 * validator, and ignore unknown fields.
 */
export function refuseFaults({ method, hooks, operation }: Route, input: Input): void {
  const { params, query, body } = hooks as Partial<Record<keyof Input, TSchema>>
  const faults: Fault[] = [
    ...(params ? findFaults(params, input.params, { isText: true }) : []),
    ...(query ? findFaults(query, input.query, { isText: true }) : []),
  ]
  const isAddressed = faults.length === 0
  if (body && (input.body !== undefined || body[OptionalKind] === undefined)) {
    const isOpen = operation.ignoresUnknown || operation.role !== null
    const isChange = method === 'PATCH' || method === 'PUT'
    const ignored = isOpen || (isChange ? fieldsOfRecord(hooks.response) : undefined)
    faults.push(...findFaults(body, input.body, { ignored }))
  }
  if (faults.length > 0) throw toRefusal(faults.slice(0, maxFaults), isAddressed ? body?.error : undefined)
}

const known = new WeakMap<object, ReadonlySet<string>>()

/** The fields of the records in a response: clients read a record, change it and send it back whole. */
function fieldsOfRecord(response: unknown): ReadonlySet<string> {
  if (typeof response !== 'object' || response === null) return new Set()
  const found = known.get(response) ?? new Set(recordsIn(response).flatMap(Object.keys))
  known.set(response, found)
  return found
}

function recordsIn(response: object): object[] {
  const schemas = 'properties' in response ? [response] : Object.values(response as Record<string, unknown>)
  return schemas.flatMap((schema) =>
    Object.values(propertiesOf(schema)).flatMap((field) =>
      [field, (field as TSchema).items, ...((field as TSchema).anyOf ?? [])].map(propertiesOf),
    ),
  )
}

const propertiesOf = (schema: unknown): object => (schema as TSchema | undefined)?.properties ?? {}

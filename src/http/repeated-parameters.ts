import { badRequest } from '../errors.ts'

/**
 * Refuses a query parameter of a schema that is sent twice, since only one value could be used. The values of a list
 * are joined in `query`, where Elysia stores only the last.
 */
export function joinRepeated(url: string, schema: object | undefined, query: unknown): void {
  const start = url.indexOf('?')
  if (start < 0 || schema === undefined || !('properties' in schema)) return
  const fields = schema.properties as Record<string, { type?: string }>
  const sent = new URLSearchParams(url.slice(start + 1))
  const counts = new Map<string, number>()
  for (const name of sent.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const [name, count] of counts) {
    if (count === 1 || !Object.hasOwn(fields, name)) continue
    if (fields[name]?.type !== 'array') throw badRequest(`${name} may be sent only once`)
    Object.assign(query as object, { [name]: sent.getAll(name).join(',') })
  }
}

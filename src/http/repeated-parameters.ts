import { badRequest } from '../errors.ts'

/** Refuses a query parameter of a schema that is sent twice and is no list, since only one value could be used. */
export function refuseRepeated(url: string, schema: object | undefined): void {
  const start = url.indexOf('?')
  if (start < 0 || schema === undefined || !('properties' in schema)) return
  const fields = schema.properties as Record<string, { type?: string }>
  const seen = new Set<string>()
  for (const name of new URLSearchParams(url.slice(start + 1)).keys()) {
    if (seen.has(name) && Object.hasOwn(fields, name) && fields[name]?.type !== 'array')
      throw badRequest(`${name} may be sent only once`)
    seen.add(name)
  }
}

import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'

const maxIssues = 20

/** A value with the parts that are read, or what is wrong with it, such as `release.tag_name: expected a string`. */
export type Shaped<T> = { value: T; issues?: undefined } | { issues: string[] }

/** What the code host leaves out of one object it sends as null in another. */
export const maybe = <T extends TSchema>(schema: T) => t.Optional(t.Union([schema, t.Null()]))

/** A reader of one shape; keys that it does not name are ignored. */
export function shaper<T extends TSchema>(schema: T): (value: unknown) => Shaped<Static<T>> {
  let compiled: TypeCheck<T> | undefined
  return (value) => {
    // Compiled, because a payload may hold thousands of commits; and not before there is one.
    compiled ??= TypeCompiler.Compile(schema)
    return compiled.Check(value) ? { value } : { issues: listIssues(compiled, value) }
  }
}

function listIssues(check: TypeCheck<TSchema>, value: unknown): string[] {
  const issues = new Set<string>()
  for (const { path, schema, type } of check.Errors(value)) {
    const place = path.slice(1).replaceAll('/', '.') || 'payload'
    issues.add(`${place}: expected ${describe(schema)}`)
    // To check each item of a list that is too long may take 60 ms.
    if (issues.size === maxIssues || type === ValueErrorType.ArrayMaxItems) break
  }
  return [...issues]
}

const names: Record<string, string> = {
  array: 'a list',
  integer: 'a whole number',
  null: 'null',
  object: 'an object',
}

function describe(schema: TSchema): string {
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ')
  const name = names[schema.type] ?? `a ${schema.type}`
  return schema.maxItems === undefined ? name : `${name} of at most ${schema.maxItems}`
}

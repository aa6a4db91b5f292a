import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { ValueErrorType } from '@sinclair/typebox/errors'

const maxIssues = 20

/** A value with the expected fields, or its errors, such as `release.tag_name: expected a string`. */
export type Validated<T> = { value: T; issues?: undefined } | { issues: string[] }

/** The code host omits a field in one object and sends it as null in another. */
export const maybe = <T extends TSchema>(schema: T) => t.Optional(t.Union([schema, t.Null()]))

/** A parser of one shape; unknown keys are ignored. */
export function shaper<T extends TSchema>(schema: T): (value: unknown) => Validated<Static<T>> {
  let compiled: TypeCheck<T> | undefined
  return (value) => {
    // Compiled, because a payload may contain thousands of commits; on first use, because compiling is slow.
    compiled ??= TypeCompiler.Compile(schema)
    return compiled.Check(value) ? { value } : { issues: listIssues(compiled, value) }
  }
}

function listIssues(check: TypeCheck<TSchema>, value: unknown): string[] {
  const issues = new Set<string>()
  for (const { path, schema, type } of check.Errors(value)) {
    const place = path.slice(1).replaceAll('/', '.') || 'payload'
    issues.add(`${place}: expected ${describe(schema)}`)
    // Checking each item of a list that is too long can take 60 ms.
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

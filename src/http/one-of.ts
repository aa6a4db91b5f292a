import type { SchemaOptions, TUnsafe } from '@sinclair/typebox'
import { t } from 'elysia'

/** A schema of one of several words. Elysia's own `UnionEnum` has a default, which would stand in for a missing field. */
export function oneOf<const T extends readonly string[]>(
  words: T,
  options?: SchemaOptions & { error?: string },
) {
  return t.Union(
    words.map((word) => t.Literal(word)),
    options,
  ) as unknown as TUnsafe<T[number]>
}

import { expect, test } from 'bun:test'
import { TransformKind } from '@sinclair/typebox'
import { testApp } from '../support/app.ts'

type Schema = { [TransformKind]?: { Encode(value: unknown): unknown } }

/** Every transformation in a schema, with where it is. */
function transformationsOf(schema: unknown, where: string): [string, Schema][] {
  if (schema === null || typeof schema !== 'object') return []
  const here: [string, Schema][] = TransformKind in schema ? [[where, schema as Schema]] : []
  return [
    ...here,
    ...Object.entries(schema).flatMap(([key, part]) => transformationsOf(part, `${where}/${key}`)),
  ]
}

test('no answer relies on an encoder, since answers are not encoded', async () => {
  const { api } = await testApp()
  const declared = api.routes.filter(({ hooks }) => hooks.response !== undefined)
  expect(declared.length).toBeGreaterThan(25)
  const transformations = declared.flatMap(({ method, path, hooks }) =>
    transformationsOf(hooks.response, `${method} ${path}`),
  )
  // Elysia's integers read numbers in texts, which only a request has.
  expect(transformations.length).toBeGreaterThan(0)
  const value = Symbol('what the handler gave')
  const encoding = transformations.filter(([, schema]) => schema[TransformKind]?.Encode(value) !== value)
  expect(encoding.map(([where]) => where)).toEqual([])
})

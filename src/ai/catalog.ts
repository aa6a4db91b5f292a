import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { t } from 'elysia'
import { OperatorError } from '../errors.ts'

/** A model that can be asked: prices are dollars per million tokens. */
export const CatalogModel = t.Object({
  id: t.String({ minLength: 1 }),
  /** True when its operator keeps nothing of what it is sent. */
  zeroDataRetention: t.Boolean(),
  price: t.Optional(
    t.Object({ input: t.Number(), output: t.Number(), cacheRead: t.Number(), cacheWrite: t.Number() }),
  ),
  /** What follows matters to answer engines only: their own endpoint, the variable with their key, web search. */
  name: t.Optional(t.String()),
  baseUrl: t.Optional(t.String()),
  keyVariable: t.Optional(t.String()),
  search: t.Optional(t.Boolean()),
})
export type CatalogModel = typeof CatalogModel.static

export type Price = NonNullable<CatalogModel['price']>

/** For a model that the catalog does not price (contract 18.2). */
export const standardPrice: Price = { input: 1, output: 4, cacheRead: 0.1, cacheWrite: 1 }

const builtIn: CatalogModel[] = [
  {
    id: 'gpt-5',
    name: 'GPT-5',
    zeroDataRetention: false,
    price: { input: 1.25, output: 10, cacheRead: 0.125, cacheWrite: 1.25 },
  },
  {
    id: 'gpt-5-mini',
    name: 'GPT-5 mini',
    zeroDataRetention: false,
    price: { input: 0.25, output: 2, cacheRead: 0.025, cacheWrite: 0.25 },
  },
]

/** The models of ENGINES_FILE, a JSON array, else the built-in ones; an OperatorError says what is wrong with the file. */
export function readCatalog(path: string | null): CatalogModel[] {
  if (!path) return builtIn
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new OperatorError(`ENGINES_FILE ${path} cannot be read: ${(error as Error).message}.`)
  }
  if (Value.Check(t.Array(CatalogModel), value)) return value
  const first = Value.Errors(t.Array(CatalogModel), value).First()
  throw new OperatorError(
    `ENGINES_FILE ${path} is not a catalog of models: ${first?.path} ${first?.message}.`,
  )
}

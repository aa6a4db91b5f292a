import type { Sliced } from '../../slices.ts'
import { describeOperation, type EmittedOperation } from './operation.ts'
import { headers, refusalSchemas } from './refusals.ts'
import { createNamed, type Json } from './schema.ts'

/** The document as the plugin creates it. */
export type EmittedDocument = Json & {
  paths: Record<string, Record<string, EmittedOperation>>
  components: Json
}

/**
 * Completes the plugin's document for validators and client generators. `baseUrl` is the URL of the service, `models`
 * its named schemas. Yields after each path, since all of them take a tenth of a second.
 */
export function* completeDocument(
  document: EmittedDocument,
  baseUrl: string,
  models: Record<string, object>,
): Sliced<Json> {
  const named = createNamed(models)
  const paths: Record<string, Json> = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    yield
    const same = Object.keys(paths).find((known) => shapeOf(known) === shapeOf(path)) ?? path
    for (const [method, operation] of Object.entries(operations)) {
      const renamed = same === path ? operation : renameParameters(operation, path, same)
      paths[same] = { ...paths[same], [method]: describeOperation(method, renamed, named) }
    }
  }
  return {
    ...document,
    servers: [{ url: baseUrl }],
    paths,
    components: { ...document.components, schemas: { ...named.found, ...refusalSchemas }, headers },
  }
}

/** A path without parameter names: OpenAPI treats two paths that differ only in these as the same. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}')

const namesIn = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Renames the path parameters of an operation to match another path of the same shape. */
function renameParameters(operation: EmittedOperation, from: string, to: string): EmittedOperation {
  const names = new Map(namesIn(from).map((name, index) => [name, namesIn(to)[index] ?? name]))
  const renamed = operation.parameters?.map((each) =>
    each.in === 'path' ? { ...each, name: names.get(each.name) ?? each.name } : each,
  )
  return { ...operation, parameters: renamed }
}

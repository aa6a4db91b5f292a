/** Starts Swagger UI. In its own file, since the page allows no inline script; a typed key stays in memory. */
export const swaggerStart = `
// Replaces the resolver of Swagger UI, which reads the whole document for every part: that takes seconds.
function resolveFrom(document) {
  const read = (path) => path.reduce((value, name) => value?.[name], document)
  function resolve(value, within) {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((each) => resolve(each, within))
    const { $ref, ...others } = value
    const fields = Object.entries(others).map(([name, each]) => [name, resolve(each, within)])
    if (typeof $ref !== 'string') return Object.fromEntries(fields)
    if (within.includes($ref)) return value
    const target = resolve(read($ref.slice(2).split('/')), [...within, $ref])
    return { ...target, ...Object.fromEntries(fields), $$ref: $ref }
  }
  return async (_, path) => ({ errors: [], spec: resolve(read(path), []) })
}
// Replaces the parser of Swagger UI, which is slower because it also reads YAML.
const parseToJson = (_, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text))

function show(found) {
  // Requests go to the address that served this page.
  const spec = { ...found, servers: [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }] }
  SwaggerUIBundle({
    spec,
    dom_id: '#swagger-ui',
    plugins: [
      { fn: { resolveSubtree: resolveFrom(spec) }, statePlugins: { spec: { wrapActions: { parseToJson } } } },
    ],
    deepLinking: true,
    // Drawing all operations and schemas at once takes seconds.
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
  })
}
fetch('openapi.json')
  .then((response) => response.json())
  .then(show)
`

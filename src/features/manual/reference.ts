import { type Code, writeCode } from './request-code.ts'

type Json = Record<string, unknown>
type Schema = Json & {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  description?: string
}
type Content = Record<string, { schema: Schema; example?: unknown }>
type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: unknown[]
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content?: Content }>
}
/** The parts of an OpenAPI document that its pages show. */
export type Document = {
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/**
 * The reference as pages in Markdown by their path below `docs/`: what all operations share with a list of them, then
 * one page for each tag.
 */
export function writeReference(api: Document): Record<string, string> {
  const shared = [
    '# API: introduction',
    api.info.description,
    '## All operations',
    ...api.tags.map((tag) => listOperations(api, tag)),
  ]
  const tags = api.tags.map((tag) => {
    const operations = operationsOf(api, tag).map(({ method, path, operation }) =>
      writeOperation(api, method, path, operation),
    )
    return [
      `api/${toName(tag.name)}`,
      [`# API: ${titleOf(tag)}`, tag.description, ...operations].join('\n\n'),
    ] as const
  })
  return { 'api/introduction': shared.join('\n\n'), ...Object.fromEntries(tags) }
}

type Tag = Document['tags'][number]

const operationsOf = (api: Document, { name }: Tag) =>
  Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags[0] === name)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** A table of the operations of a tag, each with a link to its section. */
function listOperations(api: Document, tag: Tag): string {
  const page = `${toName(tag.name)}.md`
  const rows = operationsOf(api, tag).map(
    ({ method, path, operation: { summary, operationId } }) =>
      `| [${summary}](${page}#${toName(summary)}) | \`${operationId}\` | \`${method} ${path}\` |`,
  )
  return [
    `### [${titleOf(tag)}](${page})`,
    ['| operation | ID | request |', '|-|-|-|', ...rows].join('\n'),
  ].join('\n\n')
}

const titleOf = ({ name }: Tag) => titles[name] ?? name

/** Titles of pages whose tag is named by the specification and not by the product. */
const titles: Record<string, string> = {
  Agent: 'Agent sessions',
  Discovery: 'Status and health',
  GEO: 'AI visibility',
}

/** The name of a page or a section in its URL. */
const toName = (title: string) => title.toLowerCase().replaceAll(' ', '-')

function writeOperation(api: Document, method: string, path: string, operation: Operation): string {
  const { summary, description, parameters = [], requestBody, responses, security } = operation
  const body = requestBody?.content['application/json']
  const [success] = Object.entries(responses).filter(([status]) => status < '300')
  const answer = success?.[1].content?.['application/json']
  const code = {
    method,
    url: `${api.servers[0]?.url ?? ''}${fillPath(path, parameters)}`,
    needsKey: security.length > 0,
    body: body?.example,
  }
  const refused = Object.entries(responses).filter(([status]) => status >= '400')
  return [
    `## ${summary}`,
    `\`${method} ${path}\``,
    description,
    ...section('Parameters', parameters.map(writeParameter), '| name | in | type | description |\n|-|-|-|-|'),
    ...section('Body', fieldsOf(api, body?.schema), '| field | type | description |\n|-|-|-|'),
    '### Request',
    ...writeSnippets(code),
    `### Response ${success?.[0] ?? ''}`,
    ...(answer?.example === undefined ? [] : [fence('json', JSON.stringify(answer.example, null, 2))]),
    ...section('', fieldsOf(api, answer?.schema), '| field | type | description |\n|-|-|-|'),
    ...section('Errors', refused.map(writeError), '| status | meaning |\n|-|-|'),
  ].join('\n\n')
}

function fillPath(path: string, parameters: Parameter[]): string {
  const sampleOf = (name: string) => parameters.find((each) => each.name === name)?.example ?? name
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(sampleOf(name))))
  const query = parameters.filter((each) => each.in === 'query' && each.required)
  return query.length === 0
    ? filled
    : `${filled}?${query.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join('&')}`
}

const section = (title: string, rows: string[], head: string) =>
  rows.length === 0 ? [] : [...(title === '' ? [] : [`### ${title}`]), [head, ...rows].join('\n')]

const writeSnippets = (code: Code) =>
  writeCode(code).flatMap(({ language, title, text }) => [`${title}:`, fence(language, text)])

const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``

const writeParameter = ({ name, in: place, required, description = '', schema }: Parameter) =>
  `| \`${name}\` | ${place} | ${typeOf(schema)}${required ? ', required' : ''} | ${cell(description)} |`

const writeError = ([status, { description }]: [string, { description: string }]) =>
  `| ${status} | ${cell(description)} |`

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const maxDepth = 4

/** A row for each property, nested ones with their path such as `rows[].prompt`. */
function fieldsOf(api: Document, schema: Schema | undefined, path = '', depth = 0): string[] {
  const { properties = {}, required = [] } = resolve(api, schema)
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner = resolve(api, property)
    const items = inner.items && resolve(api, inner.items)
    const at = `${path}${name}`
    const need = required.includes(name) ? ', required' : ''
    const row = `| \`${at}\` | ${typeOf(inner)}${depth === 0 ? need : ''} | ${cell(property.description ?? inner.description ?? '')} |`
    if (depth === maxDepth) return [row]
    return [row, ...fieldsOf(api, items ?? inner, items ? `${at}[].` : `${at}.`, depth + 1)]
  })
}

/** A schema without references; of a union with null, the other part. */
function resolve(api: Document, schema: Schema = {}): Schema {
  if (schema.$ref) return api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}
  const options = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = options
  return options.length === 1 && only ? { ...resolve(api, only), description: schema.description } : schema
}

function typeOf({ type, items, anyOf, enum: words }: Schema): string {
  if (words) return Array.isArray(type) && type.includes('null') ? 'enum or null' : 'enum'
  if (items) return `list of ${typeOf(items)}`
  if (Array.isArray(type)) return type.join(' or ')
  if (type) return type
  return anyOf ? 'one of several' : 'object'
}

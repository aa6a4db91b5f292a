import { readFileSync } from 'node:fs'
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { describeReadFault, OperatorError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'
import { builtIn } from './built-in.ts'
import { pagePrice, pageTimeoutSeconds, sellers } from './built-in-pages.ts'
import {
  answerTokens,
  type Engine,
  isPageApi,
  type ModelApi,
  type PageApi,
  standardTimeoutSeconds,
  thoughtTokens,
} from './engine.ts'
import { type Entry, fields } from './entry-fields.ts'
import { hasPage, kindsOf } from './pages/page-kinds.ts'

type Fault = { line: number; what: string }

/** This entry stands for the whole built-in list. */
const allBuiltIn = 'built-in'

/**
 * Reads an ENGINES_FILE, a JSON array that may contain comments; throws an OperatorError that lists every fault with
 * its line. The file replaces the whole catalog. `"built-in"` among its entries includes the built-in list, in which
 * entries with the same id are replaced.
 */
export function readEnginesFile(path: string, writerBaseUrl: string | null): Engine[] {
  const source = readSource(path)
  const { entries, keepsBuiltIn, faults } = readEntries(source)
  if (faults.length > 0) throw new OperatorError(describe(path, faults))
  const own = entries.map((entry) => toEngine(entry, writerBaseUrl))
  const ids = new Set(own.map(({ id }) => id))
  return [...(keepsBuiltIn ? builtIn.filter(({ id }) => !ids.has(id)) : []), ...own]
}

function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new OperatorError(`ENGINES_FILE cannot be read: ${describeReadFault(path, error)}.`)
  }
}

function describe(path: string, faults: Fault[]): string {
  const sorted = faults.toSorted((a, b) => a.line - b.line)
  const [only, ...others] = sorted.map(({ line, what }) => `line ${line}: ${what}.`)
  if (others.length === 0) return `ENGINES_FILE ${path}, ${only}`
  return [`ENGINES_FILE ${path} has ${sorted.length} errors.`, only, ...others].join('\n  ')
}

function readEntries(source: string) {
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length
  const faults: Fault[] = []
  const entries: (Partial<Entry> & { id: string })[] = []
  const lines = new Map<string, number>()
  let keepsBuiltIn = false
  const note = (offset: number, what: string) => faults.push({ line: lineOf(offset), what })

  const broken: ParseError[] = []
  const root = parseTree(source, broken, { allowTrailingComma: true })
  for (const { error, offset } of broken) note(offset, `invalid JSON (${printParseErrorCode(error)})`)
  if (broken.length > 0) return { entries, keepsBuiltIn, faults }
  if (root?.type !== 'array') note(root?.offset ?? 0, 'the file must contain a JSON array of entries')

  for (const node of root?.type === 'array' ? (root.children ?? []) : []) {
    if (node.value === allBuiltIn) keepsBuiltIn = true
    else if (node.type !== 'object') note(node.offset, 'an entry must be an object')
    else {
      const entry = readEntry(node, note)
      const first = entry.id === undefined ? undefined : lines.get(entry.id)
      if (first !== undefined) note(node.offset, `the ID "${entry.id}" is already used on line ${first}`)
      if (entry.id === undefined) continue
      lines.set(entry.id, lineOf(node.offset))
      entries.push({ ...entry, id: entry.id })
    }
  }
  return { entries, keepsBuiltIn, faults }
}

/** The fields of one entry; reports invalid values. Unknown fields are ignored. */
function readEntry(node: Node, note: (offset: number, what: string) => void): Partial<Entry> {
  const entry: Record<string, unknown> = {}
  const given = new Set<string>()
  for (const { children: [name, value] = [] } of node.children ?? []) {
    if (!name || !value) continue
    given.add(name.value)
    const field = Object.hasOwn(fields, name.value) ? fields[name.value as keyof Entry] : null
    const said = getNodeValue(value)
    const read = field?.read(said)
    if (field === null) {
      const meant = nearest(name.value, Object.keys(fields))
      if (meant) note(name.offset, `unknown field "${name.value}"; did you mean "${meant}"`)
    } else if (read !== undefined) entry[name.value] = read
    // Null is the same as an absent field.
    else if (said !== null) note(value.offset, `${name.value} must be ${field.must}`)
  }
  if (!given.has('id')) note(node.offset, 'an entry needs an ID')
  const { api, model = '' } = entry as Partial<Entry>
  if (api !== undefined && isPageApi(api) && !hasPage({ api, model }))
    note(
      node.offset,
      `with the api ${api}, model must be ${kindsOf[api].join(', ').replace(/, ([^,]*)$/, ' or $1')}`,
    )
  return entry as Partial<Entry>
}

const baseUrls: Record<ModelApi, string> = {
  chat: 'https://api.openai.com/v1',
  responses: 'https://api.openai.com/v1',
  gemini: 'https://generativelanguage.googleapis.com/v1beta',
  messages: 'https://api.anthropic.com/v1',
  conversations: 'https://api.mistral.ai/v1',
}

/** An engine from its entry; without an endpoint of its own it uses the writer's. */
function toEngine(entry: Partial<Entry> & { id: string }, writerBaseUrl: string | null): Engine {
  const { id, api = 'chat', thinking = false } = entry
  if (isPageApi(api)) return toPageEngine({ ...entry, api })
  const ofWriter = api === 'chat' || api === 'responses' ? writerBaseUrl : null
  const zdr = entry.zdr ?? (entry.zeroDataRetention ? 'all' : 'none')
  return {
    id,
    kind: entry.kind ?? 'both',
    provider: entry.provider ?? providerIn(id),
    label: entry.label ?? entry.name ?? entry.model ?? id,
    model: entry.model ?? id,
    baseUrl: entry.baseUrl ?? ofWriter ?? baseUrls[api],
    keyVariable: entry.keyVariable ?? (entry.baseUrl ? null : 'OPENAI_API_KEY'),
    api,
    search: entry.search ?? { supported: false, body: {} },
    zdr,
    searchZdr: entry.searchZdr ?? zdr,
    isDefault: entry.default ?? false,
    released: entry.released ?? null,
    thinking,
    maxOutputTokens: entry.maxOutputTokens ?? (thinking ? answerTokens + thoughtTokens : answerTokens),
    timeoutSeconds: entry.timeoutSeconds ?? standardTimeoutSeconds,
    price: entry.price ?? null,
    isBuiltIn: false,
  }
}

const providerIn = (id: string) => (id.includes('/') ? (id.split('/')[0] as string) : 'custom')

/** An engine that reads a page; without a `baseUrl` it uses that of the result provider. */
function toPageEngine({ id, api, ...entry }: Partial<Entry> & { id: string; api: PageApi }): Engine {
  const { baseUrl, keyVariable } = sellers[api]
  const { model = '' } = entry
  return {
    ...{ id, api, model, kind: 'engine', search: { supported: false, body: {} } },
    provider: entry.provider ?? providerIn(id),
    label: entry.label ?? entry.name ?? id,
    baseUrl: entry.baseUrl ?? baseUrl,
    keyVariable: entry.keyVariable ?? (entry.baseUrl ? null : keyVariable),
    zdr: entry.zdr ?? 'none',
    searchZdr: entry.searchZdr ?? entry.zdr ?? 'none',
    isDefault: entry.default ?? false,
    released: entry.released ?? null,
    ...{ thinking: false, maxOutputTokens: 1 },
    timeoutSeconds: entry.timeoutSeconds ?? pageTimeoutSeconds(model),
    price: entry.price ?? pagePrice(api, model),
    isBuiltIn: false,
  }
}

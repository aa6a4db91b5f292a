import { ModelError } from '../../error.ts'
import type { FoundSource } from '../answer.ts'
import type { Engine } from '../engine.ts'
import { amount, type Json, records, text, texts } from '../json.ts'
import type { PageKind } from './page-kinds.ts'
import {
  type FoundPage,
  isDeclined,
  noTokens,
  notShown,
  PageNotLoaded,
  type PageProvider,
  type PageQuestion,
  withoutImages,
} from './page-provider.ts'
import { locationCodeOf, type Place } from './place.ts'

const paths: Partial<Record<PageKind, string>> = {
  ai_overview: '/v3/serp/google/organic/live/advanced',
  ai_mode: '/v3/serp/google/ai_mode/live/advanced',
  chatgpt: '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
}

const base64 = (key: string) => Buffer.from(key).toString('base64')

/**
 * DataForSEO: https://docs.dataforseo.com/v3. The key is `login:password`. A failed task has the HTTP status 200 and a
 * status code of its own.
 */
export const dataforseo: PageProvider = {
  hasPlace: () => true,
  authenticate: (key) => ({ headers: { authorization: `Basic ${base64(key)}` } }),
  secretsOf: (key) => [key, ...key.split(':'), base64(key)],
  refusalIn(answer) {
    const [task = {}] = records(answer.tasks)
    const code = amount(task.status_code) ?? amount(answer.status_code)
    const isFine = code === null || (code >= 20_000 && code < 30_000) || code === noResults
    if (isFine) return null
    return { status: statusOf(code), said: text(task.status_message) ?? text(answer.status_message) }
  },
  async read(engine, question, ask) {
    const path = paths[question.kind] ?? ''
    const answer = await ask({ method: 'POST', path, body: [taskFor(question)] })
    const [task = {}] = records(answer.tasks)
    const [result = {}] = records(task.result)
    const shared = { cost: amount(task.cost), searches: 1 }
    if (question.kind === 'chatgpt') return { ...readChat(result), ...shared }
    return { ...readOverview(engine, task, result, question.kind === 'ai_mode'), ...shared }
  },
}

/** "No Search Results", which is an answer. */
const noResults = 40_102
const rateLimits = [40_202, 40_209]

/** The HTTP status that a status code of a task stands for. */
function statusOf(code: number): number {
  if (rateLimits.includes(code)) return 429
  if (code >= 50_000) return 502
  const [status] = [
    [40_100, 401],
    [40_200, 402],
    [40_400, 404],
    [40_500, 400],
  ].flatMap(([from = 0, status = 0]) => (code >= from && code < from + 100 ? [status] : []))
  return status ?? 502
}

function taskFor({ kind, text: keyword, place, language }: PageQuestion): Json {
  return {
    // DataForSEO decodes % and + in keywords.
    keyword: keyword.replaceAll('%', '%25').replaceAll('+', '%2B'),
    language_code: language === 'zh' ? 'zh-CN' : language,
    ...locationOf(place),
    ...(kind === 'chatgpt' ? { force_web_search: true } : { device: place.device }),
    ...(kind === 'ai_overview' ? { depth: 10, load_async_ai_overview: true } : {}),
  }
}

const locationOf = ({ country, location }: Place) =>
  location === null
    ? { location_code: locationCodeOf(country) }
    : { location_name: location.replace(/,\s+/g, ',') }

function readOverview(
  { id }: Pick<Engine, 'id'>,
  task: Json,
  result: Json,
  isAlwaysShown: boolean,
): FoundPage {
  const items = records(result.items)
  const [overview] = items.filter(({ type }) => type === 'ai_overview')
  if (!overview) {
    const isRead = items.length > 0 || task.status_code === noResults
    if (isAlwaysShown || !isRead) throw emptyPage(id)
    return notShown()
  }
  const parts = records(overview.items)
  const said = withoutImages(text(overview.markdown) ?? partsOf(parts))
  if (said === '') {
    // The block exists, but Google loads its content later, and the provider did not get it.
    if (overview.asynchronous_ai_overview === true || isAlwaysShown)
      throw new PageNotLoaded({ id }, { cost: amount(task.cost), searches: 1 })
    return notShown()
  }
  if (isDeclined(said)) return notShown({ finishReason: 'declined' })
  const nested = parts.flatMap(referencesOf).map(toFound)
  const upper = records(overview.references).map(toFound)
  return {
    ...notShown(),
    ...{ shown: true, text: said, finishReason: 'stop' },
    // The references of the parts are not a subset of those of the whole.
    ...(nested.length > 0 ? { cited: nested, consulted: upper } : { cited: upper }),
  }
}

const emptyPage = (id: string) => new ModelError('unusable', `The provider of ${id} returned an empty page.`)

const partsOf = (parts: Json[]): string =>
  parts
    .map((part) => text(part.markdown) ?? text(part.text) ?? text(part.title) ?? partsOf(records(part.items)))
    .filter(Boolean)
    .join('\n\n')

const referencesOf = (part: Json): Json[] => [
  ...records(part.references),
  ...records(part.items).flatMap(referencesOf),
]

const toFound = ({ url, title, domain }: Json): FoundSource => ({ url, title, domain })

function readChat(result: Json): FoundPage {
  const cited = records(result.sources).map(toFound)
  const consulted = records(result.search_results).map(toFound)
  const queries = texts(result.fan_out_queries)
  return {
    shown: true,
    text: withoutImages(text(result.markdown) ?? partsOf(records(result.items))),
    finishReason: 'stop',
    modelReported: text(result.model),
    searched: cited.length + consulted.length + queries.length > 0,
    ...{ queries, cited, consulted, tokens: noTokens, searches: 1, cost: null },
  }
}

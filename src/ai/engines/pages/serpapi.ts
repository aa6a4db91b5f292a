import { ModelError } from '../../error.ts'
import type { FoundSource } from '../answer.ts'
import { type Json, record, records, text } from '../json.ts'
import type { PageKind } from './page-kinds.ts'
import {
  type Ask,
  type FoundPage,
  isDeclined,
  notShown,
  PageNotLoaded,
  type PageProvider,
  type PageQuestion,
  withoutImages,
} from './page-provider.ts'
import { referencesIn, textOfBlocks } from './text-blocks.ts'

const engineNames: Partial<Record<PageKind, string>> = {
  ai_overview: 'google',
  ai_mode: 'google_ai_mode',
  copilot: 'bing_copilot',
}

/** SerpApi: https://serpapi.com/search-api. The key is part of the query, which no error may contain. */
export const serpapi: PageProvider = {
  // Requests to Bing have no place or device.
  hasPlace: (kind) => kind !== 'copilot',
  authenticate: (key) => ({ query: { api_key: key } }),
  secretsOf: (key) => [key],
  refusalIn({ error, search_metadata: metadata }) {
    const said = text(error)
    if (said === null) return record(metadata).status === 'Error' ? { status: 502, said: null } : null
    if (isEmptyResult(said)) return null
    if (/run out of searches|no searches left/i.test(said)) return { status: 402, said }
    return { status: /api key/i.test(said) ? 401 : 502, said }
  },
  async read(engine, question, ask) {
    const answer = await ask(requestFor(question))
    if (question.kind === 'ai_overview') return readOverview(engine.id, answer, ask)
    const found = readBlocks(answer)
    if (found.text === '') throw emptyPage(engine.id)
    return found
  },
}

const isEmptyResult = (said: string) => /hasn.t returned any results/i.test(said)

const emptyPage = (id: string) => new ModelError('unusable', `The provider of ${id} returned an empty page.`)

function requestFor({ kind, text: q, place, language }: PageQuestion) {
  const { country, location, device } = place
  const fields: Record<string, string> =
    kind === 'copilot'
      ? { q }
      : {
          q,
          gl: country.toLowerCase(),
          hl: googleLanguages[language] ?? language,
          ...(location === null ? {} : { location }),
          device,
        }
  return get({ engine: engineNames[kind] ?? '', ...fields })
}

/** Without `no_cache`, an answer may be a copy of one of the last hour. */
const get = (fields: Record<string, string>) => ({
  method: 'GET' as const,
  path: `/search.json?${new URLSearchParams({ ...fields, no_cache: 'true' })}`,
})

/** The languages for which Google has another code. */
const googleLanguages: Record<string, string> = { zh: 'zh-cn', he: 'iw' }

async function readOverview(id: string, answer: Json, ask: Ask): Promise<FoundPage> {
  const overview = record(answer.ai_overview)
  const token = text(overview.page_token)
  if (token === null) {
    const isRead = records(answer.organic_results).length > 0 || text(answer.error) !== null
    const found = toOverview(overview) ?? (isRead ? notShown() : null)
    if (found === null) throw emptyPage(id)
    return found
  }
  // The token is valid for some minutes, and costs a second search.
  const loaded = await ask(get({ engine: 'google_ai_overview', page_token: token }))
  const found = toOverview(record(loaded.ai_overview))
  if (found === null) throw new PageNotLoaded({ id }, { cost: null, searches: 2 })
  return { ...found, searches: 2 }
}

/** The overview in a page; null without a text. */
function toOverview(overview: Json): FoundPage | null {
  const found = readBlocks(overview)
  if (isDeclined(found.text) || isDeclined(text(overview.error) ?? ''))
    return notShown({ finishReason: 'declined' })
  return found.text === '' ? null : found
}

/** The text of the blocks, and the references that they point at. */
function readBlocks(page: Json): FoundPage {
  const { reconstructed_markdown: markdown, text_blocks: blocks } = page
  const pointed = referencesIn(blocks)
  const references = records(page.references)
  const isCited = ({ index }: Json) => pointed.size === 0 || pointed.has(Number(index))
  return {
    ...notShown(),
    shown: true,
    text: withoutImages(text(markdown) ?? textOfBlocks(blocks)),
    finishReason: 'stop',
    cited: references.filter(isCited).map(toFound),
    consulted: references.filter((each) => !isCited(each)).map(toFound),
  }
}

const toFound = ({ link, title }: Json): FoundSource => ({ url: link, title })

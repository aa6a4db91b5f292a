import type { Engine, PageApi } from '../../src/ai/engines/engine.ts'
import { createEngines } from '../../src/ai/engines/engines.ts'
import type { PageKind } from '../../src/ai/engines/pages/page-kinds.ts'

/** What a page shows: an answer of an AI, nothing, or a refusal. `unloaded` is an answer that was not loaded. */
export type Shown =
  | { text: string; references?: { url: string; title: string }[] }
  | 'nothing'
  | 'declined'
  | 'unloaded'
  | Response
export type PageReply = Shown | ((question: string) => Shown)

export type AskedPage = { path: string; query: URLSearchParams; headers: Headers; body: any }

const declined = 'An AI Overview is not available for this search'

/** A scripted result provider on the loopback. Replies are given in order, the last one repeatedly. */
export function pageServer(...replies: PageReply[]) {
  const asked: AskedPage[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url)
      const body: any = request.method === 'POST' ? await request.json().catch(() => null) : null
      asked.push({ path: pathname, query: searchParams, headers: request.headers, body })
      const reply = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'nothing'
      const question = body?.[0]?.keyword ?? searchParams.get('q') ?? ''
      const shown = typeof reply === 'function' ? reply(question) : reply
      if (shown instanceof Response) return shown.clone() as Response
      return Response.json(body ? taskOf(pathname, shown) : searchOf(searchParams, shown))
    },
  })
  const baseUrl = `http://127.0.0.1:${server.port}`

  const engine = (api: PageApi, model: PageKind, entry: Partial<Engine> = {}): Engine => ({
    id: `pages/${model.replace('_', '-')}`,
    kind: 'engine',
    provider: 'pages',
    label: model,
    model,
    baseUrl,
    keyVariable: null,
    api,
    search: { supported: false, body: {} },
    zdr: 'none',
    searchZdr: 'none',
    isDefault: false,
    released: null,
    thinking: false,
    maxOutputTokens: 1,
    timeoutSeconds: 60,
    price: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, perSearch: 0.025 },
    isBuiltIn: false,
    ...entry,
  })
  return {
    asked,
    baseUrl,
    engine,
    replyWith: (...next: PageReply[]) => {
      replies.length = 0
      replies.push(...next)
    },
    /** The engines of a context with this server, and the keys of their variables. */
    engines: (list: Engine[], keys: Record<string, string> = {}) =>
      createEngines(
        { enginesFile: null, openaiBaseUrl: null, readSecret: (name) => keys[name] ?? null },
        list,
      ),
    stop: () => server.stop(true),
    [Symbol.dispose]: () => void server.stop(true),
  }
}

/** A task of DataForSEO that answered with a page. */
export const task = (result: object[], more: object = {}) => ({
  status_code: 20000,
  tasks: [{ status_code: 20000, status_message: 'Ok.', cost: 0.004, result, ...more }],
})

const organic = { type: 'organic', title: 'Tools', url: 'https://reviews.example/best' }

function taskOf(path: string, shown: Exclude<Shown, Response>): object {
  if (shown === 'nothing') return task([{ items: [organic] }])
  if (shown === 'unloaded')
    return task([{ items: [{ type: 'ai_overview', asynchronous_ai_overview: true, items: null }, organic] }])
  const { text, references = [] } = shown === 'declined' ? { text: declined } : shown
  if (path.includes('llm_scraper'))
    return task([{ model: 'gpt-5-3', markdown: text, sources: references, fan_out_queries: ['tools'] }])
  const overview = { type: 'ai_overview', markdown: text, references, items: [] }
  return task([{ items: [overview, organic] }])
}

function searchOf(query: URLSearchParams, shown: Exclude<Shown, Response>): object {
  const metadata = { search_metadata: { status: 'Success' } }
  const results = { ...metadata, organic_results: [{ title: 'Tools' }] }
  if (shown === 'nothing') return results
  if (shown === 'unloaded') return { ...results, ai_overview: { page_token: 'token-1' } }
  const { text, references = [] } = shown === 'declined' ? { text: declined } : shown
  const blocks = {
    text_blocks: [{ type: 'paragraph', snippet: text }],
    references: references.map(({ url, title }, index) => ({ index, link: url, title })),
  }
  const isOverview = query.get('engine')?.startsWith('google') && query.get('engine') !== 'google_ai_mode'
  return isOverview ? { ...results, ai_overview: blocks } : { ...metadata, ...blocks }
}

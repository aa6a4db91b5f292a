import type { FoundSource, Question } from './answer.ts'
import { citation, listed } from './citations.ts'
import { costOf } from './cost.ts'
import type { Engine } from './engine.ts'
import { amount, type Json, record, records, text, texts } from './json.ts'
import { bearer, type Protocol } from './protocol.ts'

/**
 * Chat Completions, used by nearly every endpoint: OpenRouter, gateways and local servers. Endpoints report sources
 * in different places, so all known ones are read.
 */
export const chat: Protocol = {
  path: () => '/chat/completions',
  headers: bearer,
  body: (engine, question) => ({
    model: engine.model,
    messages: [{ role: 'system', content: question.instructions }, ...question.turns],
    // OpenAI's thinking models reject the old name, and small servers do not support the new one.
    [engine.thinking ? 'max_completion_tokens' : 'max_tokens']: engine.maxOutputTokens,
    ...routing(engine, question),
  }),
  force: (body) => (Array.isArray(body.tools) ? { ...body, tool_choice: 'required' } : body),
  read(answer, { search }) {
    const [choice = {}] = records(answer.choices)
    const message = record(choice.message)
    const usage = record(answer.usage)
    const details = record(usage.prompt_tokens_details)
    const cited = citedBy(answer, message)
    const consulted = listed(answer.search_results)
    const isFound = cited.length + consulted.length > 0
    const searches = searchesOf(usage)
    return {
      text: textOf(message.content),
      finishReason: text(choice.finish_reason),
      modelReported: text(answer.model),
      searched: isFound || (searches !== null ? searches > 0 : search ? null : false),
      queries: texts(answer.search_queries),
      cited,
      consulted,
      tokens: {
        input: amount(usage.prompt_tokens) ?? 0,
        output: amount(usage.completion_tokens) ?? 0,
        reasoning: amount(record(usage.completion_tokens_details).reasoning_tokens) ?? 0,
        cacheRead: amount(details.cached_tokens) ?? 0,
        cacheWrite: amount(details.cache_write_tokens) ?? 0,
      },
      searches: searches ?? (isFound ? 1 : 0),
      cost: costOf(usage),
    }
  },
}

/** OpenRouter would use any available provider, but a scan measures the configured one. */
function routing({ baseUrl }: Engine, { requireZdr }: Question): Json {
  if (new URL(baseUrl).hostname !== 'openrouter.ai') return {}
  return { provider: { allow_fallbacks: false, ...(requireZdr ? { zdr: true } : {}) } }
}

/** A text, or the text parts of a list; reasoning parts are not part of the answer. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return records(content)
    .filter(({ type }) => type !== 'thinking' && type !== 'reasoning')
    .map((part) => text(part.text) ?? '')
    .join('')
}

/** `message.annotations[].url_citation`, then the lists of URLs in the response or its message. */
function citedBy(answer: Json, message: Json): FoundSource[] {
  const annotations = records(message.annotations).map(citation)
  return [...annotations, ...listed(message.citations), ...listed(answer.citations)].filter(
    ({ url }) => text(url) !== null,
  )
}

/** The number of searches; null if the endpoint does not report it. */
function searchesOf(usage: Json): number | null {
  return (
    amount(record(usage.server_tool_use).web_search_requests) ??
    amount(usage.num_search_queries) ??
    amount(usage.num_sources_used)
  )
}

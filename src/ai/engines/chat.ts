import type { FoundSource } from './answer.ts'
import { amount, type Json, record, records, text, texts } from './json.ts'
import { bearer, type Wire } from './wire.ts'

/**
 * Chat Completions, as nearly every endpoint speaks them: OpenRouter, gateways, and servers on one's own machine.
 * Sources come in as many shapes as there are endpoints, so every known one is looked for.
 */
export const chat: Wire = {
  path: () => '/chat/completions',
  headers: bearer,
  body: (engine, { instructions, turns }) => ({
    model: engine.model,
    messages: [{ role: 'system', content: instructions }, ...turns],
    // OpenAI's thinking models refuse the old name, and small servers do not know the new one.
    [engine.thinking ? 'max_completion_tokens' : 'max_tokens']: engine.maxOutputTokens,
  }),
  force: (body) => (Array.isArray(body.tools) ? { ...body, tool_choice: 'required' } : body),
  read(answer, { search }) {
    const [choice = {}] = records(answer.choices)
    const message = record(choice.message)
    const usage = record(answer.usage)
    const cited = citedBy(answer, message)
    const consulted = records(answer.search_results).map(({ url, title }) => ({ url, title }))
    const searches = searchesOf(usage)
    const details = record(usage.prompt_tokens_details)
    return {
      text: textOf(message.content),
      finishReason: text(choice.finish_reason),
      modelReported: text(answer.model),
      searched:
        cited.length + consulted.length > 0 || (searches === null ? (search ? null : false) : searches > 0),
      queries: texts(answer.search_queries),
      cited,
      consulted,
      tokens: {
        input: amount(usage.prompt_tokens) ?? 0,
        output: amount(usage.completion_tokens) ?? 0,
        reasoning:
          amount(record(usage.completion_tokens_details).reasoning_tokens) ??
          amount(usage.reasoning_tokens) ??
          0,
        cacheRead: amount(details.cached_tokens) ?? 0,
        cacheWrite: amount(details.cache_write_tokens) ?? 0,
      },
      searches: searches ?? (cited.length + consulted.length > 0 ? 1 : 0),
      cost: costOf(usage),
    }
  },
}

/** A text, or the parts of one: thoughts among them are no part of the answer. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return records(content)
    .map((part) => (part.type === 'thinking' || part.type === 'reasoning' ? null : text(part.text)))
    .filter((each) => each !== null)
    .join('')
}

/** `message.annotations[].url_citation`, nested or flat; then lists of addresses or of objects with one. */
function citedBy(answer: Json, message: Json): FoundSource[] {
  const annotations = records(message.annotations).map((each) => {
    const nested = record(each.url_citation)
    return text(nested.url) ? nested : each
  })
  const lists = [message.citations, answer.citations].flatMap((list) => (Array.isArray(list) ? list : []))
  const plain = lists.map((each) => (typeof each === 'string' ? { url: each } : record(each)))
  return [...annotations, ...plain]
    .map(({ url, title }) => ({ url, title }))
    .filter(({ url }) => text(url) !== null)
}

/** How often it searched, null where the endpoint counts no searches. */
function searchesOf(usage: Json): number | null {
  return (
    amount(record(usage.server_tool_use).web_search_requests) ??
    amount(usage.num_search_queries) ??
    amount(usage.num_sources_used)
  )
}

/** The cost in dollars that an endpoint reports: a number, or an object that sums it up. */
export function costOf(usage: Json): number | null {
  // xAI counts in ticks, ten billion to the dollar.
  const ticks = amount(usage.cost_in_usd_ticks)
  if (ticks !== null) return ticks / 1e10
  return amount(usage.cost) ?? amount(record(usage.cost).total_cost)
}

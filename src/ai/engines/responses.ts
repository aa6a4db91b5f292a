import type { FoundSource } from './answer.ts'
import { textOf } from './chat.ts'
import { citation, listed } from './citations.ts'
import { costOf } from './cost.ts'
import { amount, type Json, record, records, text, texts } from './json.ts'
import { bearer, type Protocol } from './protocol.ts'

/** The Responses API of OpenAI, xAI and Perplexity: the answer and each search are items of one list. */
export const responses: Protocol = {
  path: () => '/responses',
  headers: bearer,
  body: (engine, { instructions, turns }) => ({
    model: engine.model,
    instructions,
    input: turns.map(({ role, content }) => ({ role, content })),
    max_output_tokens: engine.maxOutputTokens,
    // Herald does not read it from there again.
    store: false,
  }),
  force: (body) => ({ ...body, tool_choice: 'required' }),
  read(answer, { search }) {
    const items = records(answer.output)
    const messages = items.filter(({ type, phase }) => type === 'message' && phase !== 'commentary')
    const content = messages.flatMap((message) => records(message.content))
    const said = messages.map((message) => textOf(message.content)).filter(Boolean)
    const searches = items.filter(({ type }) => type === 'web_search_call' || type === 'search_results')
    const consulted = [...searches.flatMap(foundBy), ...listed(answer.citations)]
    const cited = content.flatMap((part) => records(part.annotations)).map(citation)
    const isFound = searches.length + consulted.length + cited.length > 0
    const usage = record(answer.usage)
    return {
      text: said.join('\n\n') || (text(answer.output_text) ?? ''),
      finishReason: finishOf(answer),
      modelReported: text(answer.model),
      searched: isFound || (items.length === 0 && search ? null : false),
      queries: searches.flatMap(queriesOf),
      cited,
      consulted,
      tokens: {
        input: amount(usage.input_tokens) ?? 0,
        output: amount(usage.output_tokens) ?? 0,
        reasoning: amount(record(usage.output_tokens_details).reasoning_tokens) ?? 0,
        cacheRead: amount(record(usage.input_tokens_details).cached_tokens) ?? 0,
        cacheWrite: amount(record(usage.input_tokens_details).cache_write_tokens) ?? 0,
      },
      searches: searches.filter(isPaid).length,
      cost: costOf(usage),
    }
  },
}

function finishOf({ status, incomplete_details }: Json): string | null {
  const reason = text(record(incomplete_details).reason)
  if (reason === 'max_output_tokens') return 'length'
  return reason ?? (status === 'completed' ? 'stop' : text(status))
}

/** `action.sources`, the opened page, or the results themselves. */
function foundBy({ action, results }: Json): FoundSource[] {
  const { sources, url } = record(action)
  return [...listed(sources), ...(text(url) ? [{ url }] : []), ...listed(results)]
}

function queriesOf({ action, queries, arguments: given }: Json): string[] {
  const { query, queries: several } = record(action)
  const said = [...texts(several), ...texts(queries)]
  if (said.length > 0) return said
  const one = text(query) ?? text(record(parse(given)).query)
  return one === null ? [] : [one]
}

/** Opening a page and searching in it are free. */
function isPaid({ action }: Json): boolean {
  const type = text(record(action).type)
  return type === null || type === 'search'
}

function parse(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : null
  } catch {
    return null
  }
}

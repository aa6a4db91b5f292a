import { citation } from './citations.ts'
import { amount, type Json, record, records, text } from './json.ts'
import { bearer, type Protocol } from './protocol.ts'

/**
 * Mistral's Conversations API: its Chat Completions API has no search. Sources are parts of the answer's content.
 */
export const conversations: Protocol = {
  path: () => '/conversations',
  headers: bearer,
  body: (engine, { instructions, turns }) => ({
    model: engine.model,
    instructions,
    inputs: turns.map(({ role, content }) => ({ role, content })),
    completion_args: { max_tokens: engine.maxOutputTokens },
    stream: false,
    // Herald does not read it from there again.
    store: false,
  }),
  // There is no such option: the model decides.
  force: (body) => body,
  read(answer) {
    const outputs = records(answer.outputs)
    const messages = outputs.filter(({ type }) => type === 'message.output')
    const searches = outputs.filter(({ type, name }) => type === 'tool.execution' && isSearch(name))
    const parts = messages.flatMap((message) => records(message.content))
    const cited = parts.filter(({ type }) => type === 'tool_reference').map(citation)
    const usage = record(answer.usage)
    const counted = Object.entries(record(usage.connectors))
      .filter(([name]) => isSearch(name))
      .map(([, calls]) => amount(calls) ?? 0)
      .reduce((sum, calls) => sum + calls, 0)
    return {
      text: messages.map((message) => textOf(message.content)).join('\n\n'),
      finishReason: null,
      modelReported: text(messages.at(-1)?.model) ?? text(answer.model),
      searched: searches.length + cited.length + counted > 0,
      queries: searches.flatMap(queryOf),
      cited,
      consulted: [],
      tokens: {
        input: (amount(usage.prompt_tokens) ?? 0) + (amount(usage.connector_tokens) ?? 0),
        output: amount(usage.completion_tokens) ?? 0,
        reasoning: 0,
        cacheRead: 0,
        cacheWrite: 0,
      },
      searches: Math.max(counted, searches.length),
      cost: null,
    }
  },
}

const isSearch = (name: unknown) => name === 'web_search' || name === 'web_search_premium'

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return records(content)
    .filter(({ type }) => type === 'text')
    .map((part) => text(part.text) ?? '')
    .join('')
}

function queryOf({ arguments: given }: Json): string[] {
  try {
    const query = text(record(typeof given === 'string' ? JSON.parse(given) : given).query)
    return query === null ? [] : [query]
  } catch {
    return []
  }
}

import type { FoundSource } from './answer.ts'
import { citation } from './citations.ts'
import { amount, type Json, record, records, text } from './json.ts'
import type { Protocol } from './protocol.ts'

/** Anthropic's Messages API: its OpenAI-compatible endpoint has no search. */
export const messages: Protocol = {
  path: () => '/messages',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (engine, { instructions, turns }) => ({
    model: engine.model,
    system: instructions,
    messages: turns.map(({ role, content }) => ({ role, content })),
    max_tokens: engine.maxOutputTokens,
  }),
  // Newer models reject a forced tool, so only the question can ask for a search.
  force: (body) => body,
  read(answer) {
    const blocks = records(answer.content)
    const searches = blocks.filter(({ type, name }) => type === 'server_tool_use' && name === 'web_search')
    const results = blocks.filter(({ type }) => type === 'web_search_tool_result')
    const consulted = results.flatMap((result): FoundSource[] => records(result.content).map(citation))
    const usage = record(answer.usage)
    const counted = amount(record(usage.server_tool_use).web_search_requests) ?? searches.length
    const cacheRead = amount(usage.cache_read_input_tokens) ?? 0
    const cacheWrite = amount(usage.cache_creation_input_tokens) ?? 0
    return {
      text: textOf(blocks),
      finishReason: finishOf(answer),
      modelReported: text(answer.model),
      searched: counted > 0 || consulted.length > 0,
      queries: searches.map(({ input }) => text(record(input).query)).filter((query) => query !== null),
      cited: blocks.flatMap((block) => records(block.citations)).map(citation),
      consulted,
      tokens: {
        input: (amount(usage.input_tokens) ?? 0) + cacheRead + cacheWrite,
        output: amount(usage.output_tokens) ?? 0,
        reasoning: amount(record(usage.output_tokens_details).thinking_tokens) ?? 0,
        cacheRead,
        cacheWrite,
      },
      searches: counted,
      cost: null,
    }
  },
}

/** A sentence with sources is a block of its own; searches separate paragraphs. */
function textOf(blocks: Json[]): string {
  const paragraphs: string[] = []
  let isOpen = false
  for (const block of blocks) {
    if (block.type !== 'text') isOpen = false
    else if (isOpen) paragraphs.push(`${paragraphs.pop()}${text(block.text) ?? ''}`)
    else if (text(block.text) !== null) {
      paragraphs.push(block.text as string)
      isOpen = true
    }
  }
  return paragraphs.map((each) => each.trim()).join('\n\n')
}

const finishes: Record<string, string> = { end_turn: 'stop', max_tokens: 'length' }

function finishOf({ stop_reason }: Json): string | null {
  const said = text(stop_reason)
  return said === null ? null : (finishes[said] ?? said)
}

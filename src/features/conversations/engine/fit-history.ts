import type { ModelMessage } from 'ai'
import { callOutcomes } from './call-outcomes.ts'

/** About 100,000 tokens, which models that call tools accept. */
const maxCharacters = 400_000

/**
 * Returns the messages of a conversation for the model, after a preface: the newest turn, then earlier turns as far as
 * they fit. Outputs of tools are left out before text is. Reads the turns, which are given newest first, only until the
 * budget is used up.
 */
export function fitHistory(turns: Iterable<ModelMessage[]>, preface: ModelMessage[] = []): ModelMessage[] {
  let budget = maxCharacters - lengthOf(preface)
  const fitted: ModelMessage[] = []
  for (const turn of turns) {
    const isNewest = fitted.length === 0
    const messages = isNewest ? fitNewest(turn, budget) : fitEarlier(turn, budget)
    budget -= lengthOf(messages)
    if (budget < 0 && !isNewest) break
    fitted.unshift(...messages)
  }
  return [...preface, ...fitted]
}

/** The newest turn always stays; if it is too long, only the newest step keeps its outputs. */
const fitNewest = (turn: ModelMessage[], budget: number) =>
  lengthOf(turn) <= budget ? turn : [...turn.slice(0, -1).map(withoutOutputs), ...turn.slice(-1)]

/** A long turn loses its outputs, so that more turns fit. */
const fitEarlier = (turn: ModelMessage[], budget: number) =>
  lengthOf(turn) <= budget / 2 ? turn : turn.map(withoutOutputs)

const lengthOf = (value: object) => JSON.stringify(value).length

function withoutOutputs(message: ModelMessage): ModelMessage {
  if (message.role !== 'tool') return message
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result') return part
    const type = part.output.type === 'error-text' ? ('error-text' as const) : ('text' as const)
    const output = { type, value: callOutcomes.leftOut }
    return lengthOf(output) < lengthOf(part.output) ? { ...part, output } : part
  })
  return { ...message, content }
}

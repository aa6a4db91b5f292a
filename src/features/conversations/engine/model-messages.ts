import type { ModelMessage } from 'ai'
import { cutOutput } from '../../tools/tools.ts'
import type { Call, Step, Turn } from './call.ts'
import { callOutcomes } from './call-outcomes.ts'
import { fitHistory } from './fit-history.ts'

/** The messages of a conversation for the model, after the preface. */
export const toModelMessages = (turns: Turn[], preface: ModelMessage[] = []): ModelMessage[] =>
  fitHistory(newestFirst(turns), preface)

function* newestFirst(turns: Turn[]): Generator<ModelMessage[]> {
  const newest = turns.at(-1)
  for (const turn of turns.toReversed()) yield messagesOf(turn, turn === newest)
}

/** Some models need their reasoning between the steps of a turn, none needs that of earlier turns. */
function messagesOf({ message, steps }: Turn, isNewest: boolean): ModelMessage[] {
  return [
    { role: 'user', content: message },
    ...steps.flatMap(({ reasoning, ...step }) => messagesOfStep(isNewest ? { ...step, reasoning } : step)),
  ]
}

function messagesOfStep({ text, reasoning = '', calls }: Step): ModelMessage[] {
  const ended = calls.filter(({ output, status }) => output !== null || status === 'begun')
  const content = [
    ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning }]),
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...ended.map(({ id, tool, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: tool,
      input: toInput(input),
    })),
  ]
  const results = ended.map((call) => ({
    type: 'tool-result' as const,
    toolCallId: call.id,
    toolName: call.tool,
    output: toOutput(call),
  }))
  return [
    ...(content.length > 0 ? [{ role: 'assistant' as const, content }] : []),
    ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
  ]
}

/** An input that is no object cannot be sent back as one. */
function toInput(input: string): object {
  const value: unknown = JSON.parse(input)
  return typeof value === 'object' && value !== null ? value : { input: value }
}

function toOutput({ status, output }: Call) {
  const type = status === 'completed' ? ('text' as const) : ('error-text' as const)
  return { type, value: cutOutput(output ?? callOutcomes.interrupted) }
}

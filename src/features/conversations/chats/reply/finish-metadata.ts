import type { Tokens } from '../../../../ai/usage.ts'
import type { Reply } from './reply-types.ts'

/** The tokens that a reply used before it waited for an approval. */
export function tokensIn(metadata: Record<string, unknown>): Tokens {
  const read = (name: keyof Tokens) => (typeof metadata[name] === 'number' ? metadata[name] : 0)
  return {
    inputTokens: read('inputTokens'),
    outputTokens: read('outputTokens'),
    cacheReadTokens: read('cacheReadTokens'),
    cacheWriteTokens: read('cacheWriteTokens'),
  }
}

type Times = { began: Date; firstPart: Date | null; ended: Date }

/** The metadata in the last frame of a reply (contract 15.4). */
export function toFinishMetadata(
  { chosen, requestedModel, thinkingLevel }: Pick<Reply, 'chosen' | 'requestedModel' | 'thinkingLevel'>,
  { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Tokens,
  { began, firstPart, ended }: Times,
) {
  const generationDurationMs = ended.getTime() - began.getTime()
  return {
    model: chosen.id,
    requestedModel,
    thinkingLevel,
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cacheReadTokens,
    cacheWriteTokens,
    ttftMs: (firstPart ?? ended).getTime() - began.getTime(),
    generationDurationMs,
    tokensPerSecond:
      generationDurationMs > 0 ? Math.round((outputTokens / generationDurationMs) * 10_000) / 10 : 0,
  }
}

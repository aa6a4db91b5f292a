import type { FoundSource } from './answer.ts'
import { amount, type Json, record, records, text, texts } from './json.ts'
import type { Protocol } from './protocol.ts'

/** `generateContent` of the Gemini API, the only one that reports what Google Search found. */
export const gemini: Protocol = {
  path: ({ model }) => `/models/${encodeURIComponent(model)}:generateContent`,
  headers: (key) => ({ 'x-goog-api-key': key }),
  body: (engine, { instructions, turns }) => ({
    systemInstruction: { parts: [{ text: instructions }] },
    contents: turns.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig: { maxOutputTokens: engine.maxOutputTokens },
  }),
  // There is no such option: the model decides.
  force: (body) => body,
  read(answer) {
    const [candidate = {}] = records(answer.candidates)
    const grounding = record(candidate.groundingMetadata)
    const queries = texts(grounding.webSearchQueries)
    const { cited, consulted } = readChunks(grounding)
    const usage = record(answer.usageMetadata)
    const thoughts = amount(usage.thoughtsTokenCount) ?? 0
    return {
      text: records(record(candidate.content).parts)
        .filter(({ thought }) => thought !== true)
        .map((part) => text(part.text) ?? '')
        .join(''),
      finishReason: finishOf(candidate, answer),
      modelReported: text(answer.modelVersion),
      searched: queries.length + cited.length + consulted.length > 0,
      queries,
      cited,
      consulted,
      tokens: {
        input: (amount(usage.promptTokenCount) ?? 0) + (amount(usage.toolUsePromptTokenCount) ?? 0),
        output: (amount(usage.candidatesTokenCount) ?? 0) + thoughts,
        reasoning: thoughts,
        cacheRead: amount(usage.cachedContentTokenCount) ?? 0,
        cacheWrite: 0,
      },
      searches: queries.length,
      cost: null,
    }
  },
}

const finishes: Record<string, string> = { STOP: 'stop', MAX_TOKENS: 'length' }

function finishOf({ finishReason }: Json, { promptFeedback }: Json): string | null {
  const said = text(finishReason) ?? text(record(promptFeedback).blockReason)
  return said === null ? null : (finishes[said] ?? said.toLowerCase())
}

/** Chunks that support a part of the answer are cited; the others were only found. */
function readChunks(grounding: Json): { cited: FoundSource[]; consulted: FoundSource[] } {
  const chunks = Array.isArray(grounding.groundingChunks) ? grounding.groundingChunks : []
  const supported = new Set(
    records(grounding.groundingSupports).flatMap(({ groundingChunkIndices }) => groundingChunkIndices),
  )
  const sources = chunks.map((chunk) => {
    const { uri, title, domain } = record(record(chunk).web)
    return { url: uri, title, domain }
  })
  return {
    cited: sources.filter((_, index) => supported.has(index)),
    consulted: sources.filter((_, index) => !supported.has(index)),
  }
}

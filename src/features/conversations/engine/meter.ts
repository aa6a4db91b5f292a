import { addTokens, guessTokens, noTokens, type Tokens } from '../../../ai/usage.ts'

export type Meter = ReturnType<typeof createMeter>

/**
 * Counts the finished steps of a turn and the tokens that they used, after those `before` it was resumed. The tokens of
 * an interrupted step are estimated from its length.
 */
export function createMeter(before: { steps: number; tokens: Tokens }) {
  let steps = before.steps
  let finished = noTokens
  let open: { asked: number; said: number } | null = null

  function used(): Tokens {
    if (!open) return finished
    const guess = { inputTokens: guessTokens(open.asked), outputTokens: guessTokens(open.said) }
    return addTokens(finished, { ...noTokens, ...guess })
  }

  return {
    begin(asked: number) {
      open = { asked, said: 0 }
    },
    say(characters: number) {
      if (open) open.said += characters
    },
    end(tokens: Tokens) {
      open = null
      steps++
      finished = addTokens(finished, tokens)
    },
    /** What finished steps used; an answer that still arrives is limited by its length. */
    finished: () => ({
      finishedSteps: steps,
      outputTokens: before.tokens.outputTokens + finished.outputTokens,
    }),
    /** Tokens since the turn was resumed. */
    used,
    /** Tokens of the whole turn. */
    total: () => addTokens(before.tokens, used()),
  }
}

import { addTokens, guessTokens, noTokens, type Tokens } from '../../../../ai/usage.ts'

export type Meter = ReturnType<typeof createMeter>

/** Counts the tokens that the steps of a reply used; those of a step that was cut off are estimated from its length. */
export function createMeter() {
  let steps = 0
  let total = noTokens
  let cut: { asked: number; said: number } | null = null
  return {
    begin(asked: number) {
      cut = { asked, said: 0 }
    },
    say(characters: number) {
      if (cut) cut.said += characters
    },
    end(tokens: Tokens) {
      cut = null
      steps++
      total = addTokens(total, tokens)
    },
    /** The number of finished steps. */
    steps: () => steps,
    total(): Tokens {
      if (!cut) return total
      const guess = { inputTokens: guessTokens(cut.asked), outputTokens: guessTokens(cut.said) }
      return addTokens(total, { ...noTokens, ...guess })
    },
  }
}

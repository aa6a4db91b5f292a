/** The user's question for a text, and whether a text names a company. */
export type AskedQuestion = { question: string; namesCompany(text: string): boolean }

/**
 * A text without the figures that are in its question ("How does a team of 13 people write changelogs?"): repeating
 * "team of 13 people" is no claim. In a sentence about a company it is: "Acme has 13 people".
 */
export function withoutAskedFigures(text: string, { question, namesCompany }: AskedQuestion): string {
  const phrases = question.match(/(?:\p{L}+ ){0,2}(?<![\p{L}\p{N}.,])\d+ \p{L}+/gu) ?? []
  return phrases.reduce((rest, phrase) => {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}.,$€£])${phrase}(?![\\p{L}\\p{N}])`, 'giu')
    return rest.replace(pattern, (found, offset: number) =>
      namesCompany(sentenceAt(rest, offset)) ? found : found.replace(/\d+ /, ''),
    )
  }, text)
}

const maxSentence = 400

/** The sentence at a position, limited on both sides. */
function sentenceAt(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - maxSentence), offset)
  const after = text.slice(offset, offset + maxSentence)
  return `${before.split(/[.!?]\s|\n/).at(-1) ?? ''}${after.split(/[.!?](?:\s|$)|\n/, 1)[0] ?? ''}`
}

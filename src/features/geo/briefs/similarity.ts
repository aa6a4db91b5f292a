import { likeness, wordsOf } from '../../../text/likeness.ts'
import { intentOf } from '../prompts/intent.ts'
import type { Variant } from './record.ts'

const maxProposed = 3
const minLikeness = 0.35

/**
 * Proposes prompts that ask nearly the same as a topic, the most similar first: at most three, and at most `most`. Of
 * equally similar ones, those of the same intent come first.
 */
export function proposeVariants(topic: string, choices: Variant[], most = maxProposed): Variant[] {
  return rank(topic, choices)
    .filter(({ similarity }) => similarity >= minLikeness)
    .slice(0, Math.max(0, Math.min(most, maxProposed)))
    .map(({ id, prompt }) => ({ id, prompt }))
}

/** Sorts prompts by their similarity to a topic, the most similar first. */
export const sortBySimilarity = (topic: string, choices: Variant[]): Variant[] =>
  rank(topic, choices).map(({ id, prompt }) => ({ id, prompt }))

function rank(topic: string, choices: Variant[]) {
  const words = wordsOf(topic)
  const intent = intentOf(topic)
  return choices
    .map((each) => ({
      ...each,
      similarity: likeness(words, wordsOf(each.prompt)),
      isAlike: intentOf(each.prompt) === intent,
    }))
    .sort((a, b) => b.similarity - a.similarity || Number(b.isAlike) - Number(a.isAlike))
}

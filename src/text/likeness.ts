// Words without content. "not" and "no" are not among them, because they reverse a sentence.
const empty = new Set(
  `a an and are as at be been being but by can could did do does for from had has have he her his how i if in into is it
  its just me my of on or our she should so some such than that the their them then there these they this those to too
  was we were what when where which while who why will with would you your im ive please`.split(/\s+/),
)

/** The content words of a text without their endings, each once. */
export function wordsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/['’]/g, '')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !empty.has(word)).map(stem))
}

/** Similarity of two sets of words, from 0 (no common word) to 1 (equal). */
export function likeness(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return (2 * common) / (one.size + other.size)
}

function stem(word: string): string {
  if (word.length < 5) return word
  return word.replace(/(ies|es|s|ing|ed|ly|e)$/, '')
}

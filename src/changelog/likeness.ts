/** The significant words of a text, as stems; short and common words are dropped. */
export function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? []
  return new Set(words.filter((word) => !common.has(word)).map(stem))
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word
}

const common = new Set(
  'the an and or of to in on for with when that this is are be was were by from as at it its into not no if now can will use using via add added adds fix fixed fixes support supports allow allows issue bug where which has have had been also some more than then there would should could'.split(
    ' ',
  ),
)

/** The share of the shorter text's words that the other contains, from 0 to 1. Always 0 for one or two words. */
export function likeness(one: Set<string>, other: Set<string>): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one]
  if (small.size < 2) return 0
  let shared = 0
  for (const word of small) if (large.has(word)) shared++
  return (shared / small.size) * (small.size < 3 ? 0.8 : 1)
}

// Created on first use: it takes longer than some whole commands.
let segmenter: Intl.Segmenter | undefined

const shortest = 4
const kept = 4

/** The content words of a text, each cut to its stem, so that forms of a word are equal. */
export function stemsOf(text: string): Set<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const stems = new Set<string>()
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (!isWordLike) continue
    const word = segment.toLowerCase()
    // In scripts without spaces, two characters form a word.
    if (spaceless.test(word)) {
      if (word.length > 1) stems.add(word)
    } else if (word.length >= shortest && !small.has(word)) stems.add(word.slice(0, kept))
  }
  return stems
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** English words without content. */
const small = new Set(
  'about after also because been being both cannot could does each else even every from have here into itself just like many more most much must only other others over same should since some such than that their them then there these they this those through under until very well were what when where whether which while will with without would your'.split(
    ' ',
  ),
)

// Created on first use: it takes longer than some whole commands.
let segmenter: Intl.Segmenter | undefined

/** The sentences of a text in any language; an abbreviation does not end one. */
export function splitSentences(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const sentences: string[] = []
  let open = ''
  let hasLetter = false
  for (const { segment } of segmenter.segment(text)) {
    open += segment
    hasLetter ||= letter.test(segment)
    if (!hasLetter || abbreviated.test(open.slice(-maxAbbreviation))) continue
    sentences.push(open.trim())
    open = ''
    hasLetter = false
  }
  if (hasLetter) sentences.push(open.trim())
  return sentences
}

/** An abbreviation with its dots and surrounding spaces; limited because a sentence may have thousands of them. */
const maxAbbreviation = 20

const abbreviated =
  /(?:^|[^\p{L}])(?:e\.g|i\.e|vs|approx|bzw|ca|z\.\s?B|d\.\s?h|p\.\s?ej|par ex|\p{Lu})\.\s*$/u
const letter = /[\p{L}\p{N}]/u

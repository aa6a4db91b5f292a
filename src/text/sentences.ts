// Made when it is first needed: it takes longer than a whole command may.
let segmenter: Intl.Segmenter | undefined

/** The sentences of a text, in any language; an abbreviation ends none. */
export function splitSentences(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  const sentences: string[] = []
  let open = ''
  for (const { segment } of segmenter.segment(text)) {
    open += segment
    if (abbreviated.test(open) || !letter.test(open)) continue
    sentences.push(open.trim())
    open = ''
  }
  if (letter.test(open)) sentences.push(open.trim())
  return sentences
}

const abbreviated =
  /(?:^|[^\p{L}])(?:e\.g|i\.e|vs|approx|bzw|ca|z\.\s?B|d\.\s?h|p\.\s?ej|par ex|\p{Lu})\.\s*$/u
const letter = /[\p{L}\p{N}]/u

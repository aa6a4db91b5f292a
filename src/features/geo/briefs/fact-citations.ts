import { plainText } from '../../../markdown/rebuild.ts'
import { shorten } from '../../../text/line.ts'
import { splitSentences } from '../../../text/sentences.ts'
import { stemsOf } from '../../../text/stems.ts'
import { figuresIn } from '../../../writer/figures.ts'
import type { UsableFact } from '../../brand-identities/facts/model.ts'

/** A fact as it was when the article was written, and the sentences that use it. */
export type CitedFact = UsableFact & { sentences: string[] }

const maxFactText = 500
const maxSentence = 300
const maxSentences = 5
/** A sentence uses a fact if they share at least this many words, and this share of the words of either. */
const minWords = 3
const minShareOfFact = 0.7
const minShareOfSentence = 0.8

/** Finds the facts that sentences of an article use: most words match, and a figure if the fact has one. */
export function findCitedFacts(markdown: string, facts: UsableFact[]): CitedFact[] {
  const statements = facts.flatMap(({ text }, fact) =>
    splitSentences(text).map((each) => ({ fact, ...measure(each) })),
  )
  const byStem = new Map<string, number[]>()
  for (const [place, { stems }] of statements.entries())
    for (const stem of stems) byStem.set(stem, [...(byStem.get(stem) ?? []), place])
  const sentencesOf = new Map<number, string[]>()
  for (const sentence of splitSentences(plainText(markdown))) {
    const { stems, figures } = measure(sentence)
    const shared = new Map<number, number>()
    for (const stem of stems)
      for (const place of byStem.get(stem) ?? []) shared.set(place, (shared.get(place) ?? 0) + 1)
    for (const [place, count] of shared) {
      const known = statements[place]
      if (!known || count < minWords) continue
      if (count < minShareOfFact * known.stems.size && count < minShareOfSentence * stems.size) continue
      if (known.figures.size > 0 && figures.isDisjointFrom(known.figures)) continue
      const said = sentencesOf.get(known.fact) ?? []
      if (said.length < maxSentences && !said.includes(sentence))
        sentencesOf.set(known.fact, [...said, sentence])
    }
  }
  return facts.flatMap(({ id, text, url }, fact) => {
    const sentences = sentencesOf.get(fact)
    return sentences
      ? [
          {
            id,
            url,
            text: shorten(text, maxFactText),
            sentences: sentences.map((each) => shorten(each, maxSentence)),
          },
        ]
      : []
  })
}

/** Finds the facts that support a claim. */
export const findSupportingFacts = (claim: string, facts: UsableFact[]): UsableFact[] =>
  findCitedFacts(claim, facts).map(({ id, text, url }) => ({ id, text, url }))

const measure = (text: string) => ({ stems: stemsOf(text), figures: figuresIn(text) })

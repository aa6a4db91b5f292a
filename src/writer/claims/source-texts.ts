import { cached } from '../cached.ts'
import type { Passage } from '../claim-support.ts'
import { isCollective } from '../collective-claims.ts'
import { hasPronoun } from '../references.ts'
import type { Companies } from './companies.ts'
import type { ClaimSources } from './model.ts'

export type SourceTexts = ReturnType<typeof readSourceTexts>

/** The texts to compare statements with: quotations, which support any statement, and the brand's own texts. */
export function readSourceTexts(
  { sources, ownSources = [] }: ClaimSources,
  { own, normalize, support }: Companies,
) {
  const quoted = sources.map(normalize)
  const ownTexts = ownSources.map(normalize)
  const passages: Passage[] = quoted.flatMap(support.passagesOf)
  const ownPassages: Passage[] = ownTexts.flatMap(support.passagesOf)
  const passageTexts = passages.map(({ text }) => text)
  const aboutOwn = [...passages, ...ownPassages]
    .filter(({ about }) => about.size === 0 || (about.size === 1 && about.has(own.key)))
    .map(({ text }) => text)
  /** Statements of quotations about all competitors. */
  const collective = passageTexts.filter((text, at) =>
    isCollective(text, passages[at]?.about.has(own.key) === true),
  )

  /** The passages that name an unknown company, or continue about it. */
  const passagesNaming = cached((name: string) => {
    const words = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'iu')
    return passageTexts.filter(
      (text, at) =>
        words.test(text) || (at > 0 && hasPronoun(text) && words.test(passageTexts[at - 1] ?? '')),
    )
  })

  return {
    all: [...quoted, ...ownTexts],
    quoted,
    passages,
    ownPassages,
    aboutOwn,
    collective,
    passagesNaming,
  }
}

/** Whether a text says a statement word for word. */
export const isQuoted = (statement: string, texts: string[]): boolean => {
  const said = plain(statement)
  return texts.some((text) => plain(text).includes(said))
}
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

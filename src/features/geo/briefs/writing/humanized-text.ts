import type { MarkedToken } from 'marked'
import { outgoing, plainText } from '../../../../markdown/rebuild.ts'
import { readTokens } from '../../../../markdown/tokens.ts'
import { isAlwaysCapital, languagesOfWord } from '../../../../mentions/ordinary.ts'
import { splitSentences } from '../../../../text/sentences.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { prepareChecks } from '../../../../writer/prepare-checks.ts'
import { maxCheckedHere } from '../../../posts/text-fault.ts'
import { type Assignment, standardFor } from './check-again.ts'
import { judgeAgain, type Wording } from './judge-draft.ts'

const minShare = 0.6

/**
 * Whether the style pass kept the article intact: at least 60% of its length, the same headings in the same
 * order, and every linked address (contract geo 10: humanizer pass).
 */
export function isWhole(before: string, after: string): boolean {
  const links = new Set(outgoing(after).addresses)
  return (
    plainText(after).length >= plainText(before).length * minShare &&
    headingsOf(before).join('\n') === headingsOf(after).join('\n') &&
    outgoing(before).addresses.every((address) => links.has(address))
  )
}

const headingsOf = (markdown: string) =>
  (readTokens(markdown) as MarkedToken[]).flatMap((token) =>
    token.type === 'heading' ? `${token.depth} ${plainText(token.raw).trim()}` : [],
  )

/**
 * Whether the style pass added a name: a capitalized word that is not in the draft, where position does not
 * explain the capital.
 */
export function addsName(before: string, after: string, language: string): boolean {
  const known = new Set(wordsOf(plainText(before)).map((word) => word.toLowerCase()))
  return splitSentences(plainText(after)).some((sentence) =>
    wordsOf(sentence).some(
      (word, place) => !known.has(word.toLowerCase()) && isName(word, place === 0, language),
    ),
  )
}

/**
 * Whether a capital makes a word a name. Not in German, where every noun has one. At the start of a sentence
 * only in English, for words that are not in a word list.
 */
function isName(word: string, isFirst: boolean, language: string): boolean {
  if (/^.+\p{Lu}/u.test(word)) return true
  if (!/^\p{Lu}\p{L}/u.test(word) || language === 'German') return false
  return isFirst ? language === 'English' && languagesOfWord(word).length === 0 : !isAlwaysCapital(word)
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** An article before the style pass, and the model's answer. */
type PassToCheck = Assignment & { article: Wording & { markdown: string }; said: string }

/** Returns the article after the style pass, null if the pass broke a rule; usually on the text thread. */
export const humanizedCheck = defineTextTask(
  'humanized-article',
  maxCheckedHere,
  ({ article, said, ...assignment }: PassToCheck): string | null => {
    const standard = standardFor(assignment)
    const { markdown, faults } = judgeAgain(said, article, standard)
    const isTaken =
      faults.length === 0 &&
      isWhole(article.markdown, markdown) &&
      !addsName(article.markdown, markdown, standard.language)
    return isTaken ? markdown : null
  },
  prepareChecks,
)

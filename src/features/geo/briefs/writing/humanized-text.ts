import type { MarkedToken } from 'marked'
import { outgoing, plainText } from '../../../../markdown/rebuild.ts'
import { readTokens } from '../../../../markdown/tokens.ts'
import { isAlwaysCapital, languagesOfWord } from '../../../../mentions/ordinary.ts'
import { splitSentences } from '../../../../text/sentences.ts'
import { defineTextTask } from '../../../../text-thread.ts'
import { maxCheckedHere } from '../../../posts/text-fault.ts'
import { type Assignment, standardFor } from './check-again.ts'
import { judgeAgain, type Wording } from './judge-draft.ts'

const minShare = 0.6

/**
 * Whether an article came out of its last pass whole: at least 60 % as long, with the same headings in the same order
 * and every address that it linked to (contract geo 10: humanizer pass).
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
 * Whether a last pass has brought in somebody's name: a word with a capital, in no place that gives it one, which the
 * draft does not have.
 */
export function addsName(before: string, after: string, language: string): boolean {
  const known = new Set(wordsOf(plainText(before)).map((word) => word.toLowerCase()))
  return splitSentences(plainText(after)).some((sentence) =>
    wordsOf(sentence).some(
      (word, place) => !known.has(word.toLowerCase()) && isName(word, place === 0, language),
    ),
  )
}

/** Any German noun has a capital; what opens a sentence is told by the words of English that are ordinary. */
function isName(word: string, isFirst: boolean, language: string): boolean {
  if (/^.+\p{Lu}/u.test(word)) return true
  if (!/^\p{Lu}\p{L}/u.test(word) || language === 'German') return false
  return isFirst ? language === 'English' && languagesOfWord(word).length === 0 : !isAlwaysCapital(word)
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** An article before its last pass, and what the model answered. */
type PassToCheck = Assignment & { article: Wording & { markdown: string }; said: string }

/** The article after its last pass, null where that broke something; mostly on the text thread. */
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
)

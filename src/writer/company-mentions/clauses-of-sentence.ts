import { brandSign } from '../brand-sign.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Placeholder for a company in a sentence. */
export const companySign = '§'

/** A part of a sentence: the punctuation or the word before it, and its words in lower case. */
export type Clause = { seam: string; words: string[] }

const word = new RegExp(
  `${companySign}|${brandSign}|[\\p{L}\\p{M}\\p{N}]+|(?<=\\s)[-–](?=\\s)|[()—…|•“”"=→]|[.,;:!?](?=["'”’)]*(?:\\s|$))`,
  'gu',
)
/** "It's", but not "GitHub's". */
const shortIs = /(?<=(?<!\p{L})(?:it|that|what|there|here))['’]s(?!\p{L})/gu
const isWord = /[\p{L}\p{N}§◆]/u
/** Names in a list count as one: "GitHub, GitLab and Bitbucket". */
const list = new RegExp(
  `${companySign}(?:(?:\\s?[,/&]\\s?|,?\\s(?:and|or|und|oder|et|ou|y|e|o)\\s)(?:the\\s|your\\s)?${companySign}){1,60}(?!\\p{L})`,
  'gu',
)

/** Splits a sentence, with signs for the brand and for companies, at punctuation and at words that start a clause. */
export function clausesOf(sentence: string, { seams }: Vocabulary): Clause[] {
  const clauses: Clause[] = []
  let clause: Clause = { seam: '', words: [] }
  const close = () => {
    if (clause.words.length > 0) clauses.push(clause)
  }
  for (const [found] of sentence
    .toLowerCase()
    .replace(shortIs, ' is')
    .replace(list, companySign)
    .matchAll(word)) {
    const isMark = !isWord.test(found)
    if (!isMark && !seams.has(found)) {
      clause.words.push(found)
      continue
    }
    close()
    // A word is more specific than the punctuation before it: ", which".
    const isAfterWord = clause.words.length === 0 && isWord.test(clause.seam)
    clause = { seam: isMark && isAfterWord ? clause.seam : found, words: [] }
  }
  close()
  return clauses
}

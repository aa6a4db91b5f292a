import { isGrammar, languagesOfWord } from './ordinary.ts'

/** A word of an answer that spells a name, and whether it is also an ordinary word. */
type Written = { answer: string; start: number; end: number; name: string; isOrdinary: boolean }

/**
 * Whether the text around a name leaves no doubt that it is that name. It is in doubt as a part of an email address,
 * as a unit or an amount, next to a word that makes it a part of a longer name, and if its parts are ordinary words.
 */
export function isCertain({ answer, start, end, name, isOrdinary }: Written): boolean {
  const written = answer.slice(start, end)
  const before = answer.slice(Math.max(0, start - 40), start)
  const after = answer.slice(end, end + 40)
  if (isMailbox(answer, start)) return false
  if (written.length <= 3 && /\d\s?$/.test(before)) return false
  if (/^\d+\p{L}$/u.test(written) && /^\s+\p{Ll}+s\b/u.test(after) && !actsAlone.test(after)) return false
  if (isShortHan(written) && !ends.test(after)) return false
  const isSplit = /\s/.test(written) && !/\s/.test(name) && written === written.toLowerCase()
  if (isSplit && name !== name.toLowerCase()) return false
  return !isOrdinary || !isPartOfName(before, after)
}

/** Whether a position is in the host of an email address. */
export const isMailbox = (answer: string, at: number) =>
  /[\w.+-]@[\w.-]*$/.test(answer.slice(Math.max(0, at - 100), at))

const actsAlone =
  /^\s+(?:is|has|was|makes|sells|offers|says|does|owns|uses|provides|announces|reports|employs)\b/

/** A Chinese name of two characters is often the beginning of another word. */
const isShortHan = (written: string) => /^\p{Script=Han}{1,2}$/u.test(written)
const ends =
  /^(?:$|[^\p{L}\p{N}]|[和与與及或是的在有也都等把被将将会會能可为為比跟向从從对對让讓推出提供手公集旗支平应應品科官]|[^\p{Script=Han}])/u

/** Whether an ordinary word is a part of a longer name: Azure Arc, Joan of Arc, Apollo 11. */
function isPartOfName(before: string, after: string): boolean {
  if (/^\s+\d/.test(after) || /\p{Lu}\p{L}+ (?:of|de|von|van) $|\bA to $/u.test(before)) return true
  const [, opening = '', word] =
    /(^|[\s\S]{0,3}?)(?<![\p{L}\p{N}])(\p{Lu}\p{L}+)[ \u00a0]$/u.exec(before) ?? []
  if (word === undefined) return false
  // The first word of a sentence has a capital, too: Use Linear, With Notion.
  const isFirst = opening === '' || /[.!?:;\n*\-–—(["'“|>#]\s*$/u.test(opening)
  return !(isFirst && opensSentence(word))
}

/** Whether a word can start a sentence before a name: a word of a language, in English a function word or a verb. */
function opensSentence(word: string): boolean {
  const languages = languagesOfWord(word)
  if (languages.length !== 1 || languages[0] !== 'en') return languages.length > 0
  return isGrammar(word) || openers.has(word.toLowerCase())
}

/** Verbs and other words before the name of a product: Use Linear, Compare Notion. */
const openers = new Set(
  `add ask avoid best both buy check choose combine compare compared connect consider deploy download even evaluate
  explore finally get host install instead integrate join keep learn like meet move open pair pick popular prefer read
  recommend replace run see select sign start switch take test tools try unlike using via visit watch without
  write`.split(/\s+/),
)

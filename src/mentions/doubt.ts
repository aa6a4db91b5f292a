import { isAccented } from './fold.ts'
import { isWrittenIn, mayBeGerman } from './language.ts'
import { languagesOfWord } from './ordinary.ts'
import { type NameMeaning, readWords } from './reading.ts'
import { isClear, isClearInGerman } from './setting.ts'

/** Whether a span is a name: certain, undecided (a model decides), or not a name. */
export type Doubt = 'sure' | 'unsure' | 'none'

/** A span that spells a name, without its inflection. */
export type Span = { start: number; end: number; isInflected: boolean }

/** Decides on a span that could also be an ordinary word of its language, or has an accent that the name lacks. */
export function doubtSpan(answer: string, name: string, reading: NameMeaning, span: Span): Doubt {
  if (name.length <= 2 && /[+#]/.test(answer[span.end] ?? '')) return 'none'
  const isExact = span.end - span.start === name.length && answer.startsWith(name, span.start)
  if (isExact) return reading.languages.length === 0 ? 'sure' : doubtOrdinary(answer, reading, span)

  const written = answer.slice(span.start, span.end)
  const letters = pairLetters(written, name)
  const read = readWords(written)
  const { words, languages } = read
  const lowered = loweredOf(words, letters)
  const hasAccent = hasAlienAccent(answer, letters, span)
  if (languages.length === 0) {
    // As in "Acme one more time": one word of the name is lower case next to a capitalized one.
    const isTorn = lowered.length < words.length && lowered.some((word) => languagesOfWord(word).length > 0)
    return isTorn || hasAccent || isLocalWord(name, words, lowered) ? 'unsure' : 'sure'
  }
  if (lowered.length > 0) return span.isInflected ? 'none' : doubtNumber(answer, written, span.start)
  const doubt = doubtOrdinary(answer, read, span)
  return hasAccent && doubt === 'sure' ? 'unsure' : doubt
}

/** Whether a name with an accent is written in lower case, as the word of its language would be: škoda, müller. */
const isLocalWord = (name: string, words: string[], lowered: string[]) =>
  lowered.length === words.length && /[\p{Script=Latin}--[A-Za-z]]/v.test(name)

/** Decides on ordinary words that are spelled like the name. */
function doubtOrdinary(answer: string, reading: NameMeaning, { start, end, isInflected }: Span): Doubt {
  const written = answer.slice(start, end)
  const doubt = doubtNumber(answer, written, start)
  if (doubt === 'none' || !/\p{Lu}/u.test(written)) return doubt
  if (isInflected && isWrittenIn(['en'], answer, start) !== 'no') return 'unsure'
  const { languages } = reading
  const isClearName =
    languages.includes('de') && mayBeGerman(answer, start) && isWrittenIn(['de'], answer, start) === 'yes'
      ? isClearInGerman(answer, start, end)
      : isClear(answer, start, end, reading) || isWrittenIn(languages, answer, start) === 'no'
  return isClearName ? 'sure' : 'unsure'
}

/** $3M is an amount. */
function doubtNumber(answer: string, written: string, start: number): Doubt {
  return /^\d/.test(written) && /\p{Sc}\s?$/u.test(answer.slice(Math.max(0, start - 3), start))
    ? 'none'
    : 'unsure'
}

/** Whether the span has an accent that the name lacks; Asaną and Trellóban get one from their case ending. */
function hasAlienAccent(answer: string, letters: Pair[], { start, isInflected }: Span): boolean {
  const alien = letters.findLastIndex(({ here, named }) => here !== named && isAccented(here))
  if (alien < 0) return false
  return alien < letters.length - 1 || !(isInflected || isWrittenIn(['pl'], answer, start) === 'yes')
}

type Pair = { here: string; named: string; isLowered: boolean }

/** Pairs the letters of the span with the matching ones of the name. */
function pairLetters(written: string, name: string): Pair[] {
  const named = lettersOf(name)
  return lettersOf(written).map((letter, index) => {
    const model = named[index] ?? letter
    return {
      here: letter.toLowerCase(),
      named: model.toLowerCase(),
      isLowered: model !== model.toLowerCase() && letter === letter.toLowerCase(),
    }
  })
}

function lettersOf(text: string): string[] {
  return text.normalize('NFC').match(/[\p{L}\p{N}]/gu) ?? []
}

/** The words that start with a lower-case letter where the name has a capital, after a digit as well (3m). */
function loweredOf(words: string[], letters: Pair[]): string[] {
  let first = 0
  return words.filter((word) => {
    const at = /^\p{N}/u.test(word) ? first + 1 : first
    first += lettersOf(word).length
    return letters[at]?.isLowered === true
  })
}

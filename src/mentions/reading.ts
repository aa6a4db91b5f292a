import { isAlwaysCapital, isGrammar, languagesOfWord } from './ordinary.ts'

/**
 * The words of a name, and the languages in which all of them are ordinary; if there are none, it can only be a name.
 */
export type NameMeaning = {
  words: string[]
  languages: string[]
  isAlwaysCapital: boolean
  isGrammar: boolean
}

/** Reads a name, or its spelling in an answer. */
export function readWords(written: string): NameMeaning {
  const words = written
    .replace(/[*`~\\]/g, '')
    .split(/[\s\-_/@.&+]+/)
    .filter(Boolean)
  const meanings = words.length === 1 && /^[a-z]$/i.test(written) ? [['en']] : words.map(languagesOfWord)
  // Spellings such as monday.com and H&M can only be names.
  const isOnlyName = /\S\.\S|&/.test(written) || meanings.some((each) => each.length === 0)
  return {
    words,
    languages: isOnlyName ? [] : meanings.flat(),
    isAlwaysCapital: words.every(isAlwaysCapital),
    isGrammar: words.every(isGrammar),
  }
}

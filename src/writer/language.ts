import { detectLanguages } from '../mentions/language.ts'

/** How to recognize a language: by its script, and by common words or letters. */
type LanguagePattern = { script: RegExp; code?: string; own?: RegExp; foreign?: RegExp }

const latin = /\p{Script=Latin}/gu
const cyrillic = /\p{Script=Cyrillic}/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu

/** The languages that a brand can use, by their English names. */
const signs: Record<string, LanguagePattern> = {
  English: { script: latin, code: 'en' },
  Spanish: { script: latin, code: 'es' },
  French: { script: latin, code: 'fr' },
  German: { script: latin, code: 'de' },
  Portuguese: { script: latin, code: 'pt' },
  Dutch: { script: latin, code: 'nl' },
  Italian: { script: latin, code: 'it' },
  Turkish: { script: latin, code: 'tr' },
  Polish: { script: latin, code: 'pl' },
  Swedish: { script: latin, code: 'sv' },
  Danish: { script: latin, code: 'da' },
  Norwegian: { script: latin, code: 'nb' },
  Finnish: { script: latin, code: 'fi' },
  Czech: { script: latin, code: 'cs' },
  Romanian: { script: latin, code: 'ro' },
  Hungarian: { script: latin, code: 'hu' },
  Vietnamese: { script: latin, code: 'vi' },
  Indonesian: { script: latin, code: 'id' },
  Japanese: { script: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, own: kana },
  Chinese: { script: /\p{Script=Han}/gu, foreign: kana },
  Korean: { script: /\p{Script=Hangul}/gu },
  Arabic: { script: /\p{Script=Arabic}/gu },
  Hindi: { script: /\p{Script=Devanagari}/gu },
  Russian: { script: cyrillic, own: /[ыэъё]/giu, foreign: /[іїєґ]/giu },
  Ukrainian: { script: cyrillic, own: /[іїєґ]/giu, foreign: /[ыэъё]/giu },
  Greek: { script: /\p{Script=Greek}/gu },
  Thai: { script: /\p{Script=Thai}/gu },
  Hebrew: { script: /\p{Script=Hebrew}/gu },
}

/**
 * Any text may contain names and code in another script; at least a quarter of it must be in the script of its
 * language.
 */
const minShare = 1 / 4
const maxSample = 20_000

/** False if a text of some length is clearly not in a language; true without evidence. */
export function isInLanguage(text: string, language: string): boolean {
  const known = signs[language]
  const sample = text.slice(0, maxSample)
  const letters = count(sample, /\p{L}/gu)
  if (!known || letters === 0) return true
  const { script, code, own, foreign } = known
  if (count(sample, script) < letters * minShare) return false
  if (code !== undefined) {
    const found = detectLanguages(sample)
    return found.length === 0 || found.includes(code)
  }
  const others = foreign ? count(sample, foreign) : 0
  if (own) return count(sample, own) > others || (others === 0 && script === cyrillic)
  return others < letters * 0.05
}

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

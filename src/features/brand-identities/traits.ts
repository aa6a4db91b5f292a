import { plainLines } from '../../text/line.ts'
import { limits } from './fields.ts'
import { languages } from './model.ts'
import type { Traits } from './prompt.ts'
import { toneProfiles } from './table.ts'

export type BrandTraits = {
  companyName: string | null
  companyDescription: string | null
  toneProfile: (typeof toneProfiles)[number]
  customTone: string | null
  audience: string | null
  language: (typeof languages)[number]
}

/** A model's answer within the limits of an identity; an unknown tone or language gives way to the usual one (contract 8.5). */
export function readTraits(answer: typeof Traits.static): BrandTraits {
  return {
    companyName: readText('companyName', answer.companyName),
    companyDescription: readText('companyDescription', answer.companyDescription),
    toneProfile: choose(toneProfiles, answer.toneProfile) ?? 'Conversational',
    customTone: readText('customTone', answer.customTone ?? ''),
    audience: readText('audience', answer.audience),
    language: choose(languages, answer.language) ?? 'English',
  }
}

function readText(field: keyof typeof limits, value: string): string | null {
  const [min, max] = limits[field]
  const text = plainLines(value, max)
  return text.length >= Math.max(min, 1) ? text : null
}

/** The choice that a word means, whatever its case; `Portuguese (Brazil)` means Portuguese. */
function choose<T extends string>(choices: readonly T[], word: string): T | undefined {
  const [first = ''] = word
    .trim()
    .toLowerCase()
    .split(/[^\p{L}]/u)
  return choices.find((choice) => choice.toLowerCase() === first)
}

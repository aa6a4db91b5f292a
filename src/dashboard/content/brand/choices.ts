import { languages } from '../../../features/brand-identities/languages.ts'
import type { BrandPatch } from '../../data/brands.ts'

type Tone = NonNullable<BrandPatch['toneProfile']>

/** The tones with a description. */
export const tones: Record<Tone, string> = {
  Conversational: 'Like talking to a colleague.',
  Professional: 'Clear and precise.',
  Casual: 'Relaxed, with short sentences.',
  Formal: 'Reserved, without contractions.',
}

const named = (value: string) => ({ value, label: value })

export const toneChoices = [
  { value: '', label: 'Default (Conversational)' },
  ...Object.keys(tones).map(named),
]
export const languageChoices = [{ value: '', label: 'Default (English)' }, ...languages.map(named)]

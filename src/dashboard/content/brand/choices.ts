import { languages } from '../../../features/brand-identities/languages.ts'
import type { BrandPatch } from '../../data/brands.ts'
import * as strings from './strings.ts'

type Tone = NonNullable<BrandPatch['toneProfile']>

/** The tones with a description. */
export const tones: Record<Tone, string> = strings.choices.tones

const named = (value: string) => ({ value, label: value })

export const toneChoices = [
  { value: '', label: strings.choices.defaultConversational },
  ...Object.keys(tones).map(named),
]
export const languageChoices = [{ value: '', label: strings.choices.defaultEnglish }, ...languages.map(named)]

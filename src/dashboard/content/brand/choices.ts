import type { BrandPatch } from '../../data/brands.ts'

type Tone = NonNullable<BrandPatch['toneProfile']>
type Language = NonNullable<BrandPatch['language']>

/** The tones with a description. */
export const tones: Record<Tone, string> = {
  Conversational: 'Like talking to a colleague.',
  Professional: 'Clear and precise.',
  Casual: 'Relaxed, with short sentences.',
  Formal: 'Reserved, without contractions.',
}

/** The languages of posts. */
const languages: Language[] = [
  'English',
  'Spanish',
  'French',
  'German',
  'Portuguese',
  'Dutch',
  'Italian',
  'Japanese',
  'Korean',
  'Chinese',
  'Arabic',
  'Hindi',
  'Russian',
  'Turkish',
  'Polish',
  'Swedish',
  'Danish',
  'Norwegian',
  'Finnish',
  'Czech',
  'Romanian',
  'Hungarian',
  'Greek',
  'Thai',
  'Vietnamese',
  'Indonesian',
  'Ukrainian',
  'Hebrew',
]

const named = (value: string) => ({ value, label: value })

export const toneChoices = [
  { value: '', label: 'Default (Conversational)' },
  ...Object.keys(tones).map(named),
]
export const languageChoices = [{ value: '', label: 'Default (English)' }, ...languages.map(named)]

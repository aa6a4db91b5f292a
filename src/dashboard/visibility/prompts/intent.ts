import type { Intent } from '../../../features/geo/prompts/intent.ts'
import * as strings from './strings.ts'

export const intentChoices: { value: Intent; label: string }[] = [
  { value: 'comparison', label: strings.intent.comparison },
  { value: 'how_to', label: strings.intent.howTo },
  { value: 'list', label: strings.intent.list },
  { value: 'question', label: strings.intent.question },
  { value: 'other', label: strings.intent.other },
]

export const intentName = (intent: Intent) =>
  intentChoices.find(({ value }) => value === intent)?.label ?? strings.intent.other

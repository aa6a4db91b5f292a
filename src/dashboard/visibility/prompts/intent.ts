import * as strings from './strings.ts'

/** The intent of a prompt by its words; the first match applies (contract geo 2: Intent label). */
const intents = [
  {
    value: 'comparison',
    label: strings.intent.comparison,
    words: /\b(vs|versus|alternatives?|compared?|comparison|difference between|instead of|or better)\b/,
  },
  {
    value: 'how_to',
    label: strings.intent.howTo,
    words: /\b(how (do|can|to|should|would)|steps|guide|tutorial|set(ting)? up|step by step)\b/,
  },
  {
    value: 'list',
    label: strings.intent.list,
    words: /\b(best|top|tools?|recommend(ed|ations?)?|which|options|list of|leading|popular)\b/,
  },
  {
    value: 'question',
    label: strings.intent.question,
    words: /\?|^(what|why|when|where|who|whose|is|are|can|could|does|do|did|should|will|would|how)\b/,
  },
] as const

export type Intent = (typeof intents)[number]['value'] | 'other'

export const intentChoices: { value: Intent; label: string }[] = [
  ...intents.map(({ value, label }) => ({ value, label })),
  { value: 'other', label: strings.intent.other },
]

export function intentOf(prompt: string): Intent {
  const text = prompt.trim().toLowerCase()
  return intents.find(({ words }) => words.test(text))?.value ?? 'other'
}

export const intentName = (intent: Intent) =>
  intentChoices.find(({ value }) => value === intent)?.label ?? strings.intent.other

/** The intent of a prompt by its words; the first match applies (contract geo 2: Intent label). */
const rules = [
  {
    value: 'comparison',
    words: /\b(vs|versus|alternatives?|compared?|comparison|difference between|instead of|or better)\b/,
  },
  {
    value: 'how_to',
    words: /\b(how (do|can|to|should|would)|steps|guide|tutorial|set(ting)? up|step by step)\b/,
  },
  {
    value: 'list',
    words: /\b(best|top|tools?|recommend(ed|ations?)?|which|options|list of|leading|popular)\b/,
  },
  {
    value: 'question',
    words: /\?|^(what|why|when|where|who|whose|is|are|can|could|does|do|did|should|will|would|how)\b/,
  },
] as const

export const intents = ['comparison', 'how_to', 'list', 'question', 'other'] as const
export type Intent = (typeof intents)[number]

export function intentOf(prompt: string): Intent {
  const text = prompt.trim().toLowerCase()
  return rules.find(({ words }) => words.test(text))?.value ?? 'other'
}

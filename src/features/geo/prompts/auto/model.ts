/** The prompts that are made of what a brand says of itself (contract geo 2: Auto prompts). */
export const autoPromptIds = [
  'best-tools',
  'alternatives',
  'recommendation',
  'comparison',
  'what-is',
  'how-to-choose',
  'top-list',
  'audience-specific',
] as const
export type AutoPromptId = (typeof autoPromptIds)[number]

/** What they are made of, and by which names the brand is known, which they never say. */
export type Brand = { description: string | null; audience: string | null; names: string[] }
export type AutoPrompt = { id: AutoPromptId; prompt: string }

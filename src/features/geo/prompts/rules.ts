import { type AutoPromptId, autoPromptIds } from './auto-prompts.ts'

/** Folds a prompt for comparison: ignores case and surrounding blanks. */
export const foldPrompt = (prompt: string) => prompt.trim().toLowerCase()

/** Normalizes tags: lower case, without duplicates. */
export const readTags = (tags: string[]) => [...new Set(tags.map((tag) => tag.toLowerCase()))]

const writtenPrefix = 'custom-'

/**
 * Parses the id of a prompt, which may have the prefix under which its answers are stored (contract geo 2:
 * Scan ids).
 */
export function readPromptId(id: string): { auto: AutoPromptId } | { written: string } {
  const auto = autoPromptIds.find((each) => each === id)
  if (auto) return { auto }
  return { written: id.startsWith(writtenPrefix) ? id.slice(writtenPrefix.length) : id }
}

/** Converts the id under which answers are stored to the id of the prompt (contract geo 2). */
export const toPromptId = (stored: string) => (isCustom(stored) ? stored.slice(writtenPrefix.length) : stored)

/** Whether a user wrote the prompt with this stored id. */
export const isCustom = (stored: string) => stored.startsWith(writtenPrefix)

/** Returns the id under which the answers of a prompt are stored. */
export function storedIdOf(id: string): string {
  const named = readPromptId(id)
  return 'auto' in named ? named.auto : `${writtenPrefix}${named.written}`
}

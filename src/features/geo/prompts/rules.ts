import { type AutoPromptId, autoPromptIds } from './auto-prompts.ts'

/** What makes two prompts the same: upper case and the blanks around them do not matter. */
export const foldPrompt = (prompt: string) => prompt.trim().toLowerCase()

/** Tags as they are kept: in lower case, and each once. */
export const readTags = (tags: string[]) => [...new Set(tags.map((tag) => tag.toLowerCase()))]

const writtenPrefix = 'custom-'

/** The prompt that an id names, which may be written as its answers are stored under (contract geo 2: Scan ids). */
export function readPromptId(id: string): { auto: AutoPromptId } | { written: string } {
  const auto = autoPromptIds.find((each) => each === id)
  if (auto) return { auto }
  return { written: id.startsWith(writtenPrefix) ? id.slice(writtenPrefix.length) : id }
}

/** What the answers of a prompt are stored under. */
export function storedIdOf(id: string): string {
  const named = readPromptId(id)
  return 'auto' in named ? named.auto : `${writtenPrefix}${named.written}`
}

/** A text without the marked thoughts at its beginning; empty if they never end. */
export function afterThoughts(text: string): string {
  if (!/^\s*<(?:think|thinking|reasoning)>/i.test(text)) return text
  return text.replace(/^[\s\S]*?(?:<\/(?:think|thinking|reasoning)>|$)/i, '').trimStart()
}

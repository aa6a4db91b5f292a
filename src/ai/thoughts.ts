/** A text without the thoughts that a model marked and wrote before it; nothing when they never end. */
export function afterThoughts(text: string): string {
  if (!/^\s*<(?:think|thinking|reasoning)>/i.test(text)) return text
  return text.replace(/^[\s\S]*?(?:<\/(?:think|thinking|reasoning)>|$)/i, '').trimStart()
}

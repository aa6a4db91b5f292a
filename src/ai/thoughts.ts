/** A text without the thoughts that a model marked and wrote before it; nothing when they never end. */
export function withoutThoughts(text: string): string {
  if (!/^\s*<(?:think|thinking|reasoning)>/i.test(text)) return text
  return text.replace(/^[\s\S]*?(?:<\/(?:think|thinking|reasoning)>|$)/i, '').trimStart()
}

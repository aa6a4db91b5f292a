/** A line of text whose parts between backticks are shown as code. */
export function CodeSpans({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/)
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other key, and keep their order
  return parts.map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))
}

/** The same line for labels that are read aloud. */
export const withoutBackticks = (text: string) => text.replaceAll('`', '')

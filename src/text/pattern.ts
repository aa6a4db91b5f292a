/** The parts as alternatives, for a template of a regular expression. */
export const oneOf = (parts: RegExp[]): string => parts.map(({ source }) => source).join('|')

// The flags are those of the result; the flags of the parts do not count.

/** Matches where one of the parts does. */
export const anyOf = (flags: string, parts: RegExp[]): RegExp => new RegExp(oneOf(parts), flags)

/** Matches texts that one of the parts matches from the first to the last character. */
export const wholly = (flags: string, parts: RegExp[]): RegExp => new RegExp(`^(?:${oneOf(parts)})$`, flags)

/** Matches `before`, one of the parts, and `after`, in a row. */
export const between = (flags: string, before: RegExp, parts: RegExp[], after?: RegExp): RegExp =>
  new RegExp(`${before.source}(?:${oneOf(parts)})${after?.source ?? ''}`, flags)

const join = (parts: RegExp[]) => parts.map(({ source }) => source).join('|')

// The flags are those of the result; the flags of the parts do not count.

/** Matches where one of the parts does. */
export const anyOf = (flags: string, parts: RegExp[]): RegExp => new RegExp(join(parts), flags)

/** Matches texts that one of the parts matches from the first to the last character. */
export const wholly = (flags: string, parts: RegExp[]): RegExp => new RegExp(`^(?:${join(parts)})$`, flags)

/** Matches `before`, one of the parts, and `after`, in a row. */
export const between = (flags: string, before: RegExp, parts: RegExp[], after: RegExp): RegExp =>
  new RegExp(`${before.source}(?:${join(parts)})${after.source}`, flags)

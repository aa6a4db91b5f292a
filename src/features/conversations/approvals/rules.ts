/** How long a call waits for a person. */
export const approvalMilliseconds = 24 * 60 * 60 * 1000

/** A value as JSON with sorted keys, so that equal values have equal texts. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? sortKeys(part) : part))
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

const sortKeys = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))

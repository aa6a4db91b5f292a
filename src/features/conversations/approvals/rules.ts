/** How long a call waits for a person (issue: Approvals). */
export const approvalMilliseconds = 24 * 60 * 60 * 1000

/** Ends a reply or turn whose sender has lost access, even if somebody else approves its calls. */
export const senderGone =
  'The user or API key that sent this message no longer has access. Send a new message to continue.'

/** A value as JSON in one way only: the keys of every object in order. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? sortKeys(part) : part))
}

const isObject = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part)

const sortKeys = (object: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(object).sort(([one], [other]) => (one < other ? -1 : 1)))

/** The time in a `Retry-After` header, given in seconds or as a date. */
export function readRetryAfter(text: string | null | undefined, now: Date): Date | undefined {
  if (!text) return undefined
  const seconds = Number(text)
  const at = Number.isFinite(seconds) ? now.getTime() + seconds * 1000 : Date.parse(text)
  return Number.isFinite(at) ? new Date(at) : undefined
}

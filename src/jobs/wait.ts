const shortestMilliseconds = 10_000
const longestMilliseconds = 60 * 60 * 1000

/**
 * When a job comes back to someone who asked it to at a time: not sooner than in ten seconds, and null once that is
 * more than an hour after the waiting began, since waiting uses up no attempt and has to end by itself.
 */
export function waitUntil(asked: Date, began: Date, now: Date): Date | null {
  const at = Math.max(asked.getTime(), now.getTime() + shortestMilliseconds)
  return at <= began.getTime() + longestMilliseconds ? new Date(at) : null
}

import type { Problem } from './problem.ts'

/** How long after the last key a text is saved by itself. */
export const pause = 1500

/** No more than this many saves a minute: the server takes 60 changes of posts, and people press keys as well. */
export const maxPerMinute = 30

const minute = 60_000

type Standing = {
  /** When the last key was pressed. */
  editedAt: number
  /** When the latest saves went out. */
  sentAt: readonly number[]
  /** Before when it would be refused, or fail again. */
  notBefore: number
}

/** When a text that was edited is saved by itself. */
export function nextSave({ editedAt, sentAt, notBefore }: Standing): number {
  const earliest = Math.max(editedAt + pause, notBefore)
  const oldest = sentAt.at(-maxPerMinute)
  return oldest === undefined ? earliest : Math.max(earliest, oldest + minute)
}

/** The saves that still count. */
export const recent = (sentAt: readonly number[], now: number) => sentAt.filter((at) => at > now - minute)

type Refusal = Pick<Problem, 'status' | 'retryAfter'>

/**
 * How long to wait before a save that failed is worth another try: as long as the server says, else 5 s, 10 s, 20 s, then
 * 30 s each time. Null where the words themselves were refused, or somebody has to sign in.
 */
export function waitAfter({ status, retryAfter }: Refusal, failures: number): number | null {
  if (status === 429) return (retryAfter ?? 60) * 1000
  return status === 0 || status >= 500 ? Math.min(30_000, 2500 * 2 ** failures) : null
}

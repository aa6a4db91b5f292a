import type { Problem } from './problem.ts'

/** The delay between the last key and an automatic save. */
export const pause = 1500

/** The maximum saves per minute: the server allows 60 changes of posts, and users save manually as well. */
export const maxPerMinute = 30

const minute = 60_000

type EditState = {
  /** When the last key was pressed. */
  editedAt: number
  /** When the latest saves were sent. */
  sentAt: readonly number[]
  /** The time before which a save would be refused or fail again. */
  notBefore: number
}

/** The time at which an edited text is saved automatically. */
export function nextSave({ editedAt, sentAt, notBefore }: EditState): number {
  const earliest = Math.max(editedAt + pause, notBefore)
  const oldest = sentAt.at(-maxPerMinute)
  return oldest === undefined ? earliest : Math.max(earliest, oldest + minute)
}

/** The saves within the last minute. */
export const recent = (sentAt: readonly number[], now: number) => sentAt.filter((at) => at > now - minute)

type Refusal = Pick<Problem, 'status' | 'retryAfter'>

/**
 * The delay before a failed save is retried: the server's Retry-After, else 5 s, 10 s, 20 s, then 30 s each
 * time. Null if the text itself was refused, or the user has to sign in.
 */
export function waitAfter({ status, retryAfter }: Refusal, failures: number): number | null {
  if (status === 429) return (retryAfter ?? 60) * 1000
  return status === 0 || status >= 500 ? Math.min(30_000, 2500 * 2 ** failures) : null
}

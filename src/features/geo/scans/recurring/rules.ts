const hour = 60 * 60_000
const minute = 60_000
/** A slot that is nearer than this is left out, so that two scans do not follow each other at once. */
const leastPause = 2 * hour
/** So long is a start tried that cannot succeed, before its slot is given up. */
const patience = 12 * hour

/**
 * When the scan after one that was due is due: whole intervals later, the first time that is more than two hours off,
 * so that the time of day stays (contract geo 7: Next slot).
 */
export function nextSlot(dueAt: Date, intervalHours: number, now: Date): Date {
  const due = toMinute(dueAt).getTime()
  const interval = intervalHours * hour
  const intervals = Math.floor((now.getTime() + leastPause - due) / interval) + 1
  return new Date(due + Math.max(1, intervals) * interval)
}

export const toMinute = (time: Date) => new Date(Math.floor(time.getTime() / minute) * minute)

/** Whether a scan that was due is there already: an attempt ended since, whoever began it. */
export const isCovered = (dueAt: Date | null, lastScanAt: Date | null) =>
  dueAt !== null && lastScanAt !== null && lastScanAt > dueAt

export const isGivenUp = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() >= patience

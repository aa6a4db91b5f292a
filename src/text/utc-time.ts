/** A moment as `15:30 UTC`. */
export const utcTime = (at: Date) => `${at.toISOString().slice(11, 16)} UTC`

/** A moment as `15:30:05 UTC`, for waits of less than a minute. */
export const utcTimeWithSeconds = (at: Date) => `${at.toISOString().slice(11, 19)} UTC`

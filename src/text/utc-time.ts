/** A moment as `15:30 UTC`. */
export const utcTime = (at: Date) => `${at.toISOString().slice(11, 16)} UTC`

const two = (number: number) => String(number).padStart(2, '0')

/** A time as the value of a `datetime-local` field, in the reader's time zone: `2026-12-01T09:00`. */
export function localInput(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Nine o'clock on the next day, in the reader's time zone. */
export const tomorrowMorning = (now: Date) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9, 0)

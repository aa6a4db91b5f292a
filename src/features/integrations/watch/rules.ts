/** The intervals that a clock's hours and days divide into: with others some looks would come early. */
export function isEvenInterval(minutes: number): boolean {
  return minutes >= 1 && (minutes <= 60 ? 60 % minutes === 0 : minutes % 60 === 0 && 1440 % minutes === 0)
}

/** Cron fields of an interval; repositories begin at different minutes, so that they are not all looked at together. */
export function toPattern(minutes: number, id: string): string {
  const offset = Bun.hash.crc32(id) % minutes
  if (minutes < 60) return `${offset}-59/${minutes} * * * *`
  const [hour, minute] = [Math.floor(offset / 60), offset % 60]
  return `${minute} ${hour}-23/${minutes / 60} * * *`
}

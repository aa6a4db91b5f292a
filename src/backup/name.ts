/** The name of a backup in a folder of backups. */
export const nameAt = (at: Date): string => `herald-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`

/** When a backup with a name of `nameAt`, compressed or not, was written; null for another name. */
export function timeOf(name: string): Date | null {
  const [, day, hour, minute, second] =
    /^herald-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db(?:\.zst(?:\.age)?)?$/.exec(name) ?? []
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

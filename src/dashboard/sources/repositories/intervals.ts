/** The polling intervals: divisors of an hour or a day. */
export const intervals = [1, 5, 15, 30, 60, 360, 1440]

export function intervalInWords(minutes: number): string {
  if (minutes === 1) return 'Every minute'
  if (minutes < 60) return `Every ${minutes} minutes`
  if (minutes === 60) return 'Every hour'
  return minutes === 1440 ? 'Every day' : `Every ${minutes / 60} hours`
}

/** The number of scans that a comparison needs in each range. */
export const scansToCompare = 5

/** The shortest usual range that has enough scans for a comparison, at one per so many hours. */
export function standardFor(hours = 24): string {
  return ['30', '90', '365'].find((days) => Number(days) * 24 >= scansToCompare * hours) ?? '365'
}

/** What waits for a person, by the place where it waits. */
export function useCounts(): Record<string, number | undefined> {
  return {}
}

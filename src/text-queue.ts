type Queued = { owner: string; isJob: boolean }

/** How many requests may pass a waiting job before it gets a turn. */
export const maxPassing = 8

/** The queue of the text thread. Requests go before jobs, and owners take turns. */
export function createTextQueue<T extends Queued>() {
  const waiting: T[] = []
  /** Owners in the order in which their tasks last ran. */
  const served = new Set<string>()
  let passing = 0

  return {
    add: (item: T) => waiting.push(item),
    remove: (item: T) => waiting.splice(waiting.indexOf(item), 1),
    removeAll: () => waiting.splice(0),
    /** The owners of waiting requests. */
    requestOwners: () => waiting.filter(({ isJob }) => !isJob).map(({ owner }) => owner),
    /** Removes and returns the next task: of the owner served longest ago or never. */
    take(): T | null {
      const isJobNext = passing >= maxPassing
      const order = [...served]
      const [first] = waiting.toSorted(
        (one, other) =>
          (isJobNext ? -1 : 1) * (Number(one.isJob) - Number(other.isJob)) ||
          order.indexOf(one.owner) - order.indexOf(other.owner),
      )
      if (!first) {
        served.clear()
        return null
      }
      const isPassing = !first.isJob && waiting.some(({ isJob }) => isJob)
      passing = isPassing ? passing + 1 : 0
      waiting.splice(waiting.indexOf(first), 1)
      served.delete(first.owner)
      served.add(first.owner)
      return first
    },
  }
}

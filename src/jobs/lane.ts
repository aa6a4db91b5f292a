export type Lane = <T>(act: () => Promise<T>) => Promise<T>

/** Lets so many acts go on at a time; the others wait, and are let in as they came. */
export function createLane(width: number): Lane {
  const waiting: (() => void)[] = []
  let free = width

  return async (act) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

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

/** Lets acts of the same key go on one after another as they came, and those of different keys side by side. */
export function createLanes(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()

  return (key, act) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(act, act)
    last.set(key, turn)
    const leave = () => void (last.get(key) === turn && last.delete(key))
    turn.then(leave, leave)
    return turn
  }
}

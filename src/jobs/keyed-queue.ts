/** Runs acts with the same key one after another in their order, and those with different keys concurrently. */
export function createKeyedQueue(): <T>(key: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()

  return (key, act) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(act, act)
    last.set(key, turn)
    const leave = () => void (last.get(key) === turn && last.delete(key))
    turn.then(leave, leave)
    return turn
  }
}

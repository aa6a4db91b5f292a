const most = 5_000

/** Caches the results of a function. Starts over at 5,000 results. */
export function cached<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>()
  return (key) => {
    const found = made.get(key)
    if (found !== undefined) return found
    if (made.size >= most) made.clear()
    const value = make(key)
    made.set(key, value)
    return value
  }
}

const most = 5_000

/** A function that stores its latest results, for texts that repeat the same words again and again. */
export function remember<Value>(make: (key: string) => Value): (key: string) => Value {
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

/**
 * Yields the items that `write` sends. A send resolves when the reader asks for the next item; `onLeave` is called if the
 * reader stops before the end.
 */
export async function* pipe<T>(
  write: (send: (item: T) => Promise<void>) => Promise<void>,
  onLeave: () => void,
): AsyncGenerator<T, void> {
  type Sent = { item: T; resume(): void } | null
  let next = Promise.withResolvers<Sent>()
  let isReading = true
  let resume = () => {}
  const writing = write((item) => {
    const taken = Promise.withResolvers<void>()
    if (!isReading) taken.resolve()
    next.resolve({ item, resume: taken.resolve })
    return taken.promise
  }).finally(() => next.resolve(null))
  try {
    for (let sent = await next.promise; sent; sent = await next.promise) {
      resume = sent.resume
      next = Promise.withResolvers()
      yield sent.item
      resume()
    }
    isReading = false
  } finally {
    if (isReading) {
      isReading = false
      onLeave()
      resume()
    }
    await writing
  }
}

/** A response of the code host, and its number of characters. */
type Answer<T> = { value: T; length: number }
type SharedAnswer = { requestedAt: number; answer: Promise<Answer<unknown>>; length: number }

export type SharedAnswers = ReturnType<typeof createSharedAnswers>

const sharedMilliseconds = 5000
/** Responses in memory, in characters. */
const defaultMaxLength = 8_000_000

/**
 * Responses that readers of the same moment share, so that runs that start together request each page once. Returns a
 * function that returns the response of a key that was requested at `freshFrom` (of performance.now()) or later, or
 * requests it with `ask`. A failure is not shared.
 */
export function createSharedAnswers(maxLength = defaultMaxLength) {
  const answers = new Map<string, SharedAnswer>()
  let total = 0

  function remove(key: string, known: SharedAnswer) {
    if (answers.get(key) !== known) return
    answers.delete(key)
    total -= known.length
  }

  function add(key: string, known: SharedAnswer, length: number) {
    if (answers.get(key) !== known) return
    known.length = length
    total += length
    for (const [oldest, each] of answers) {
      if (total <= maxLength) break
      if (each.length > 0) remove(oldest, each)
    }
    setTimeout(remove, sharedMilliseconds, key, known).unref()
  }

  return async function share<T>(key: string, freshFrom: number, ask: () => Promise<Answer<T>>): Promise<T> {
    const last = answers.get(key)
    if (last && last.requestedAt >= freshFrom) {
      const found = await last.answer.catch(() => null)
      if (found) return found.value as T
    }
    const answer = ask()
    const known: SharedAnswer = { requestedAt: performance.now(), answer, length: 0 }
    if (last) remove(key, last)
    answers.set(key, known)
    try {
      const { value, length } = await answer
      add(key, known, length)
      return value
    } catch (error) {
      remove(key, known)
      throw error
    }
  }
}

/** Resumes callers one at a time, so that requests are handled between them. */
export function createYield(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return last
  }
}

/** Lets one at a time go on, so that what has come meanwhile is answered between the bursts of many. */
export function createYield(): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return last
  }
}

/** When a request was sent and its answer received, in milliseconds. */
type Passed = { sent: number; received: number }

const pauseMilliseconds = 100

/** Reads with one key through every process without regard to its limit; `stop` returns the requests that passed. */
export function startLimitedReads(urls: string[], key: string) {
  const passed: Passed[] = []
  let stopped = false

  async function connection(url: string) {
    while (!stopped) {
      const sent = performance.now()
      const answer = await fetch(`${url}/v1/posts`, { headers: { authorization: `Bearer ${key}` } }).catch(
        () => null,
      )
      await answer?.arrayBuffer().catch(() => {})
      if (answer?.status === 200) passed.push({ sent, received: performance.now() })
      await Bun.sleep(pauseMilliseconds)
    }
  }

  const connections = urls.map(connection)
  return {
    async stop() {
      stopped = true
      await Promise.all(connections)
      return passed
    },
  }
}

const minute = 60_000

/** How many requests certainly passed within one minute, where that is more than a limit; null if it never is. */
export function findExcess(passed: Passed[], limit: number): number | null {
  for (const { sent: start } of passed) {
    const within = passed.filter(({ sent, received }) => sent >= start && received <= start + minute)
    if (within.length > limit) return within.length
  }
  return null
}

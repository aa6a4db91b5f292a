/** Lets a request wait for the end of a job. */
export type JobCompletion = {
  /**
   * Resolves when this process notifies the key, or after the timeout. The end of a job in another process is only
   * found by polling.
   */
  wait(key: string, milliseconds: number): Promise<void>
  notify(key: string): void
}

export function createJobCompletion(): JobCompletion {
  const waiting = new Map<string, Set<() => void>>()
  return {
    wait: (key, milliseconds) =>
      new Promise((resolve) => {
        const others = waiting.get(key) ?? new Set()
        function wake() {
          clearTimeout(timer)
          others.delete(wake)
          if (others.size === 0) waiting.delete(key)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        waiting.set(key, others.add(wake))
      }),
    notify(key) {
      for (const wake of [...(waiting.get(key) ?? [])]) wake()
    },
  }
}

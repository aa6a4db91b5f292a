/** Lets requests wait for what jobs end. */
export type JobCompletion = {
  /** Until the key is told of, in this process, or the time is over: what another process ends has to be looked for. */
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

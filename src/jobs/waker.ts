/** Notifies the runner of this process of a committed job, so that it need not wait for the next poll. */
export type Waker = { wake(): void; onWake(listener: () => void): void }

export function createWaker(): Waker {
  const listeners: (() => void)[] = []
  return {
    wake: () => {
      for (const listener of listeners) listener()
    },
    onWake: (listener) => listeners.push(listener),
  }
}

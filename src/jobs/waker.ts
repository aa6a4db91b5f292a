/** Tells the runner of this process that a job was committed, so that it need not wait for its next look. */
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

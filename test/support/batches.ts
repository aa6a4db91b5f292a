import type { Context } from '../../src/context.ts'

/**
 * Runs `act` before the next batch whose SQL or values contain `text`. If it throws, the batch is not written
 * and fails with that error.
 */
export function beforeNextBatch({ db }: Pick<Context, 'db'>, text: string, act: () => unknown) {
  const client = db.$client
  const write = client.batch.bind(client)
  let isDone = false
  client.batch = async (statements, mode) => {
    if (!isDone && JSON.stringify(statements).includes(text)) {
      isDone = true
      await act()
    }
    return write(statements, mode)
  }
}

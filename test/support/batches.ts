import type { Context } from '../../src/context.ts'

/**
 * Lets a test come between: `act` is done before the next batch is written that says `text`, in its SQL or its values.
 * Where it throws, the batch is not written, and fails with that.
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

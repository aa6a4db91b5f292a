import { type Connection, connect } from './connection.ts'

/** A server under load, and the requests that it gets. */
export type Target = { port: number; nextRequest: () => Uint8Array; accepted: number }

const connectionCount = 32

/** Keeps every connection busy for a while and gives the answers per second; each has to be a 200. */
export async function saturate(target: Target, seconds: number, count = connectionCount): Promise<number> {
  const connections = await open(target, count)
  const started = performance.now()
  const end = started + seconds * 1000
  let answers = 0
  await Promise.all(
    connections.map(async (connection) => {
      while (performance.now() < end) {
        await ask(target, connection)
        answers++
      }
    }),
  )
  const elapsed = performance.now() - started
  close(connections)
  return answers / (elapsed / 1000)
}

/**
 * Sends at a steady rate whatever the answers do, and gives each one's milliseconds from when it was due: a stall is
 * counted against every request that it kept waiting.
 */
export async function sendSteadily(target: Target, rate: number, seconds: number): Promise<Float64Array> {
  const connections = await open(target)
  const idle = [...connections]
  const queue: ((connection: Connection) => void)[] = []
  const latencies = new Float64Array(Math.round(rate * seconds))

  async function answer(index: number, due: number) {
    const connection = idle.pop() ?? (await new Promise<Connection>((resolve) => queue.push(resolve)))
    await ask(target, connection)
    latencies[index] = performance.now() - due
    const next = queue.shift()
    if (next) next(connection)
    else idle.push(connection)
  }

  const started = performance.now()
  const answers: Promise<void>[] = []
  while (answers.length < latencies.length) {
    const due = started + (answers.length / rate) * 1000
    if (due > performance.now()) await Bun.sleep(1)
    else answers.push(answer(answers.length, due))
  }
  await Promise.all(answers)
  close(connections)
  return latencies
}

async function ask(target: Target, connection: Connection) {
  const status = await connection.exchange(target.nextRequest())
  if (status !== 200) throw new Error(`Port ${target.port} answered ${status}.`)
  target.accepted++
}

function open({ port }: Target, count = connectionCount): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => connect(port)))
}

function close(connections: Connection[]) {
  for (const connection of connections) connection.close()
}

import { type Connection, connect } from './connection.ts'
import { processorTime, type Service } from './service.ts'

/** A server under load, the requests that it gets, and the expected status of each. */
export type Target = { service: Service; nextRequest: () => Uint8Array; status: number; accepted: number }

/** Answers per second, and the microseconds of processor time that the server spends on each. */
export type Cost = { rate: number; microseconds: number }

const connectionCount = 32

/** A server that gets one request repeatedly. */
export function createTarget(service: Service, lines: string[], status = 200): Target {
  const [request = '', ...headers] = lines
  const head = [`${request} HTTP/1.1`, `Host: 127.0.0.1:${service.port}`, ...headers, '', ''].join('\r\n')
  const bytes = Buffer.from(head)
  return { service, accepted: 0, status, nextRequest: () => bytes }
}

/** Keeps every connection busy for a while; other work on the machine disturbs the processor time less than the rate. */
export async function measure(target: Target, seconds: number, count = connectionCount): Promise<Cost> {
  const { pid } = target.service
  const before = { time: processorTime(pid), accepted: target.accepted }
  const rate = await saturate(target, seconds, count)
  return { rate, microseconds: (processorTime(pid) - before.time) / (target.accepted - before.accepted) }
}

/** The microseconds of processor time that a server without other work spends on each request of a steady load. */
export async function costAtRest(target: Target, rate: number): Promise<number> {
  const { pid } = target.service
  const before = processorTime(pid)
  const { length } = await sendSteadily(target, rate, 1)
  return (processorTime(pid) - before) / length
}

/** Keeps every connection busy for a while and returns the answers per second. */
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
 * Sends at a steady rate regardless of the answers, and returns the milliseconds of each from its due time: a
 * stall counts for every request that it delayed. Each connection waits for one answer at a time, so that the
 * connections must be more than the rate times the usual time of an answer.
 */
export async function sendSteadily(
  target: Target,
  rate: number,
  seconds: number,
  count = connectionCount,
): Promise<Float64Array> {
  const connections = await open(target, count)
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
  if (status !== target.status) throw new Error(`Port ${target.service.port} answered ${status}.`)
  target.accepted++
}

function open({ service }: Target, count = connectionCount): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => connect(service.port)))
}

function close(connections: Connection[]) {
  for (const connection of connections) connection.close()
}

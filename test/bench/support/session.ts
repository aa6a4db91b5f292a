import type { Service } from './service.ts'
import { agesIn, checkAll, type Heard, linesOf, send } from './talk.ts'

const path = '/v2/agent/v1/session'
const message = 'What has changed since the last release?'

/** A turn as its reader sees it, and the age of the first line on arrival. */
export type Turn = Heard & { firstAge: number }

/** Starts a session and reads it until it waits; `at` is the server to read from, if it is another one. */
export async function takeTurn(herald: Service, key: string, at = herald): Promise<Turn> {
  const started = performance.now()
  const turn = await readTurn(at, key, await beginSession(herald, key))
  return { ...turn, took: performance.now() - started }
}

export async function beginSession({ port }: Service, key: string): Promise<string> {
  const begun = await send(port, path, key, { message })
  return ((await begun.json()) as { sessionId: string }).sessionId
}

export const readSession = ({ port }: Service, key: string, id: string, query = ''): Promise<Response> =>
  send(port, `${path}/${id}/stream${query}`, key)

/** Waits for events after all stored ones; this allows more readers than `fetch` has connections. */
export async function waitAtEnd({ port }: Service, key: string, id: string) {
  const heard = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, chunk) {
        if (chunk.toString('latin1').startsWith('HTTP/1.1 200 ')) heard.resolve()
      },
      close: () => heard.reject(new Error('A reader was sent away.')),
    },
  })
  const head = [`GET ${path}/${id}/stream?startIndex=1000000 HTTP/1.1`, 'Host: 127.0.0.1']
  socket.write([...head, `Authorization: Bearer ${key}`, '', ''].join('\r\n'))
  return { heard: heard.promise, leave: () => socket.end() }
}

/** Reads a session from its beginning until it waits. */
export async function readTurn(herald: Service, key: string, id: string) {
  const ages: number[] = []
  let firstAge: number | null = null
  for await (const line of linesOfTurn(await readSession(herald, key, id))) {
    firstAge ??= Date.now() - Date.parse(JSON.parse(line).meta.at)
    if (line.startsWith('{"type":"message.appended"')) ages.push(...agesIn(line))
  }
  return { ages: checkAll(ages), firstAge: firstAge ?? Number.NaN }
}

/** The events of a stream until the session waits. */
export async function* linesOfTurn(stream: Response): AsyncGenerator<string> {
  for await (const line of linesOf(stream)) {
    if (line !== '') yield line
    if (line.startsWith('{"type":"session.waiting"')) return
  }
}

import { createKey } from '../../../src/features/keys/service.ts'
import { createOrganization } from '../../../src/features/organizations/service.ts'
import type { Workshop } from '../benchmark.ts'
import { startWriting } from '../generation.ts'
import { type Installation, install } from './herald.ts'
import { type Service, startService } from './service.ts'

export const tokenCount = 200
export const tokenMilliseconds = 10

/** A server with a model that sends timestamps, and a key for each of some organizations. */
export type Talking = {
  installation: Installation
  model: Service
  herald: Service
  keys: string[]
  /** Another server on the same database. */
  startAnother(): Promise<Service>
}

export async function startTalking(
  workshop: Workshop,
  name: string,
  organizationCount: number,
  fill: (installation: Installation) => void | Promise<void> = () => {},
): Promise<Talking> {
  const installation = await install(workshop, name)
  const keys = await addKeys(installation, organizationCount)
  await fill(installation)
  const model = await startService([process.execPath, `${import.meta.dir}/../token-model.ts`], {})
  const startAnother = () =>
    startWriting(workshop, installation, 'http://127.0.0.1:1', `http://127.0.0.1:${model.port}/v1`)
  return { installation, model, herald: await startAnother(), keys, startAnother }
}

function addKeys({ ctx }: Installation, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const { id } = await createOrganization(ctx, `team-${number}`, `Team ${number}`)
      return (await createKey(ctx, id, { name: 'bench' })).key
    }),
  )
}

/** The timing of an answer: the time from request to end, and the age of each token. */
export type Heard = { took: number; ages: number[] }

/** Requests the model directly. */
export async function askModel({ port }: Service): Promise<Heard> {
  const started = performance.now()
  const ages = await listen(await send(port, '/v1/chat/completions', '', {}))
  return { took: performance.now() - started, ages }
}

/** Starts all of them together; returns the timing of each, and the time until the last one ended. */
export async function together<H extends { took: number }>(begin: (() => Promise<H>)[]) {
  const heard = await Promise.all(begin.map((each) => each()))
  return { heard, took: Math.max(...heard.map(({ took }) => took)) }
}

/** Sends a request with a key; a body makes it a POST. */
export async function send(port: number, path: string, key: string, body?: object): Promise<Response> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} was answered ${await response.text()}`)
  return response
}

/** Reads an answer to its end and returns the age of each token on arrival. */
export async function listen(response: Response): Promise<number[]> {
  const ages: number[] = []
  for await (const line of linesOf(response)) ages.push(...agesIn(line))
  return checkAll(ages)
}

/** The ages of the tokens of a line. */
export function agesIn(line: string): number[] {
  const now = Date.now()
  return Array.from(line.matchAll(/@(\d{13}) /g), ([, sentAt]) => now - Number(sentAt))
}

export function checkAll(ages: number[]): number[] {
  if (ages.length !== tokenCount) throw new Error(`Of ${tokenCount} tokens ${ages.length} were heard.`)
  return ages
}

/** The lines of an answer, each when it is whole. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

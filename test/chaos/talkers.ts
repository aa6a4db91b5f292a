import { answer, call, end, say, startTalking } from '../support/talking.ts'
import { openBeside } from './installation.ts'
import type { Random } from './random.ts'

export type Team = { key: string; sessionId: string; lines: string[][] }

/** The kind of a turn, which decides the model's actions in it. */
export const messageOf = (number: number) => `Turn ${number}: look at the project and the skill.`
const numberIn = (message: string) => Number(/^Turn (\d+):/.exec(message)?.[1])
export const projectOf = (number: number) => `Project ${number}`
export const contentOf = (number: number) => `As turn ${number} has it.`
/** The final answer, in pieces. */
export const piecesOf = (number: number) =>
  Array.from({ length: 3 + (number % 9) }, (_, index) => `Piece ${index} of ${number}, ünd 三. `)

const makes = (number: number) => call('create_project', { name: projectOf(number) })
const changes = (number: number, wire?: object) =>
  call('update_skill', { name: 'tone', content: contentOf(number) }, wire)

/** The calls of the model in each step before it answers. */
const plans: ((number: number) => object[])[][] = [
  [],
  [() => [call('list_projects', {})]],
  [() => [call('list_skills', {})], (number) => [makes(number)]],
  [(number) => [changes(number)]],
  [
    (number) => [makes(number), changes(number, { index: 1, id: 'call_2' })],
    () => [call('list_projects', {})],
  ],
]
export const planOf = (number: number) => plans[number % plans.length] ?? []

/** A slow model that records requests for already finished steps. */
export function startModel(random: Random, path: string) {
  const repeated: string[] = []
  const waiting: (() => void)[] = []
  const talking = startTalking(({ body: { messages } }) => {
    const last = messages.findLastIndex(({ role }: { role: string }) => role === 'user')
    const number = numberIn(messages[last].content)
    const step = messages.slice(last).filter(({ role }: { role: string }) => role === 'assistant').length
    if (isFinished(path, number, step)) repeated.push(`Turn ${number}, step ${step}`)
    return speak(number, step)
  })

  async function* speak(number: number, step: number) {
    const asked = planOf(number)[step]?.(number)
    const script = asked
      ? [...say('Let me see. '), ...asked, ...end('tool_calls')]
      : answer(...piecesOf(number))
    for (const line of script) {
      await Bun.sleep(random.between(0, 25))
      yield line
      for (const tell of waiting.splice(0)) setImmediate(tell)
    }
  }

  return {
    ...talking,
    repeated,
    /** Resolves when the model has sent something. */
    said: () => new Promise<void>((resolve) => waiting.push(resolve)),
  }
}

function isFinished(path: string, number: number, step: number): boolean {
  using database = openBeside(path, { readonly: true })
  const query = `
    select 1 from agent_turns join agent_steps using (session_id)
    where turn = number and message = ? and step = ? and finished_at is not null`
  return database.query(query).get(messageOf(number), step) !== null
}

/** Reads a session until stopped, each line once; resumes where a stream breaks off. */
export async function read(url: string, { key, sessionId }: Team, lines: string[], isOver: () => boolean) {
  const headers = { authorization: `Bearer ${key}` }
  while (!isOver()) {
    const address = `${url}/v2/agent/v1/session/${sessionId}/stream?startIndex=${lines.length}`
    const response = await fetch(address, { headers }).catch(() => null)
    if (!response?.body || !response.ok) await Bun.sleep(5)
    else await take(response.body, lines).catch(() => {})
  }
}

/** Only whole lines: half a line was never delivered. */
async function take(body: ReadableStream<Uint8Array>, lines: string[]) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.filter(Boolean))
  }
}

type Talk = { url: string; team: Team; random: Random; next(): number; isOver(): boolean }

/** A user of an agent: messages, answers, repeated and changed answers, whatever happens to the server. */
export async function talk({ url, team, random, next, isOver }: Talk) {
  const [lines = []] = team.lines
  const path = `${url}/v2/agent/v1/session/${team.sessionId}`

  async function post(address: string, body: object): Promise<number | null> {
    const headers = { authorization: `Bearer ${team.key}`, 'content-type': 'application/json' }
    const sent = fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
    const response = await sent.catch(() => null)
    await response?.text().catch(() => null)
    return response?.status ?? null
  }

  while (!isOver()) {
    const { isWaiting, requests } = stateOf(lines)
    if (!isWaiting) {
      if (random.chance(0.02)) await post(`${path}/cancel`, {})
      else await Bun.sleep(random.between(5, 50))
    } else if (requests.length > 0 && random.chance(0.9)) {
      await Bun.sleep(random.between(0, 100))
      const optionId = random.chance(0.8) ? 'approve' : 'deny'
      const inputResponses = requests.map((requestId) => ({ requestId, optionId }))
      const copies = random.chance(0.3) ? 2 : 1
      await Promise.all(Array.from({ length: copies }, () => post(path, { inputResponses })))
      await Bun.sleep(20)
    } else {
      const status = await post(path, { message: messageOf(next()) })
      if (status === 429) await Bun.sleep(500)
      else await Bun.sleep(20)
    }
  }
}

/** Whether the session, as far as it was read, waits for a user, and for which answers. */
function stateOf(lines: string[]) {
  const types = lines.map((line) => /^\{"type":"([a-z.]+)"/.exec(line)?.[1])
  const at = types.lastIndexOf('session.waiting')
  const isWaiting = at === -1 ? lines.length <= 1 : !types.slice(at).includes('turn.started')
  const isAnswered = types.slice(at).includes('input.resolved')
  const asked = at > 0 && types[at - 1] === 'input.requested' ? JSON.parse(lines[at - 1] ?? '') : null
  const requests: { requestId: string }[] = asked?.data.requests ?? []
  return { isWaiting: isWaiting && !isAnswered, requests: requests.map(({ requestId }) => requestId) }
}

import { afterEach, describe, expect, test } from 'bun:test'
import { Client } from 'eve/client'
import { Client as NewestClient } from 'eve-newest/client'
import { startServer } from '../../../../src/server.ts'
import { agentApp } from '../../../support/agent.ts'
import { cleanUp, start as startProcess, succeed, temporaryFolder } from '../../../support/process.ts'
import { freePort } from '../../../support/sqld.ts'
import { answer, call, end, say, startTalking } from '../../../support/talking.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

type Result = {
  status: string
  message?: string
  inputRequests: readonly { requestId: string }[]
  events: readonly { type: string; data?: unknown; meta?: { id?: string } }[]
}
/** A conversation in the format of either client. */
type Talk = {
  send(message: string): Promise<Result>
  answer(requestId: string, optionId: string): Promise<Result>
  cancel(): Promise<{ status: string }>
  snapshot(): Promise<{ events: readonly { type: string }[] }>
}

const clients: [name: string, open: (host: string, key: string) => Talk][] = [
  [
    '0.30.8, which keeps tokens',
    (host, key) => {
      const session = new Client({ host, auth: { bearer: key } }).session()
      return {
        send: async (message) => (await session.send(message)).result(),
        answer: async (requestId, optionId) =>
          (await session.send({ inputResponses: [{ requestId, optionId }] })).result(),
        cancel: () => session.cancel(),
        snapshot: () => session.snapshot(),
      }
    },
  ],
  [
    '0.80.1, which goes by ids',
    (host, key) => {
      const client = new NewestClient({ host, auth: { bearer: key } })
      let session: ReturnType<typeof client.sessions.attach> | undefined
      const opened = () => {
        if (!session) throw new Error('Nothing was sent yet.')
        return session
      }
      return {
        async send(message) {
          if (session) return (await session.send(message)).result()
          const created = await client.sessions.create({ message })
          session = created.session
          return created.response.result()
        },
        answer: async (requestId, optionId) => (await opened().respond([{ requestId, optionId }])).result(),
        cancel: () => opened().cancel(),
        snapshot: () => opened().snapshot(),
      }
    },
  ],
]

/**
 * A server that is down is 'Unable to connect' in Bun, which the clients do not recognize as a lost
 * connection.
 */
function withoutServers(): Disposable {
  const real = globalThis.fetch
  const lost = () => {
    throw new TypeError('fetch failed')
  }
  globalThis.fetch = Object.assign((...asked: Parameters<typeof fetch>) => real(...asked).catch(lost), {
    preconnect: real.preconnect,
  })
  return {
    [Symbol.dispose]() {
      globalThis.fetch = real
    },
  }
}

describe.each(clients)('the client of the session protocol, %s', (name, open) => {
  const isNewest = name.startsWith('0.80')

  async function start(...scripts: Parameters<typeof agentApp>) {
    const { ctx, team, talking } = await agentApp(...scripts)
    ctx.config.port = 0
    const server = await startServer({ ...ctx, now: () => new Date() })
    stops.push(() => talking[Symbol.dispose](), server.stop)
    return { talk: open(`${server.url}/v2`, team.key), talking, team, ctx, server }
  }

  test('starts a session, continues it and reads it again', async () => {
    const { talk } = await start(answer('Two ', 'fixes.'), answer('Yes.'))
    expect(await talk.send('What changed?')).toMatchObject({ status: 'waiting', message: 'Two fixes.' })
    expect(await talk.send('Sure?')).toMatchObject({ status: 'waiting', message: 'Yes.' })
    const { events } = await talk.snapshot()
    expect(events.filter(({ type }) => type === 'turn.completed').length).toBe(2)
    expect(events.at(-1)?.type).toBe('session.waiting')
  })

  test.each([
    ['approve', 'archived'],
    ['deny', 'new'],
  ] as const)('answers a call that waits with %s', async (optionId, status) => {
    const { talk, talking, team } = await start([])
    const message = { message: 'It broke.', title: 'It broke', kind: 'bug', sentiment: 'negative' }
    const feedbackId: string = (await team.call('POST', '/v1/feedback', message)).body.feedback.id
    const archive = call('update_feedback_status', { feedbackId, status: 'archived' })
    talking.play([archive, ...end('tool-calls')], answer('So be it.'))
    const waiting = await talk.send('Archive it')
    expect(waiting.status).toBe('waiting')
    expect(waiting.inputRequests.length).toBe(1)
    const answered = await talk.answer(waiting.inputRequests[0]?.requestId ?? '', optionId)
    expect(answered).toMatchObject({ status: 'waiting', message: 'So be it.' })
    // A client that answers again gets an immediate response that nothing changed.
    const again = await talk.answer(waiting.inputRequests[0]?.requestId ?? '', 'approve')
    expect([again.status, again.events.map(({ type }) => type)]).toEqual([
      'waiting',
      ['input.resolved', 'session.waiting'],
    ])
    expect((await team.call('GET', `/v1/feedback/${feedbackId}`)).body.feedback.status).toBe(status)
  })

  test('cancels a turn while the model is silent', async () => {
    const { talk, talking } = await start(async function* () {
      yield* answer('This will ').slice(0, 1)
      await new Promise(() => {})
    })
    const sent = talk.send('Think long')
    while (talking.talks.length === 0) await Bun.sleep(5)
    expect(await talk.cancel()).toMatchObject({ status: 'accepted' })
    expect((await sent).status).toBe('waiting')
    await talking.talks[0]?.left
    // The older client needs a session id in this answer, which the newest refuses.
    if (isNewest) expect(await talk.cancel()).toMatchObject({ status: 'no_active_turn' })
  })

  test('gets the whole answer, and no event twice, when the server is killed in the middle of it', async () => {
    const talking = startTalking(
      async function* () {
        yield* say('Half of ')
        await new Promise(() => {})
      },
      answer('Half of it, ', 'and the rest.'),
    )
    stops.push(cleanUp, () => talking[Symbol.dispose]())
    const settings = {
      DATA_DIR: temporaryFolder(),
      PORT: String(await freePort()),
      LOG_LEVEL: 'warn',
      ...talking.settings,
    }
    const server = await startProcess(settings)
    await succeed(['org', 'create', '--slug', 'acme', '--name', 'Acme'], settings)
    const key = await succeed(['key', 'create', '--org', 'acme', '--name', 'test'], settings)
    using _ = withoutServers()
    const result = open(`${server.url}/v2`, key).send('Tell me')
    while (!(talking.talks[0]?.sent === 1)) await Bun.sleep(5)
    await server.kill()
    await startProcess(settings)
    const { message, events } = await result
    expect(message).toBe('Half of it, and the rest.')
    const ids = events.map(({ meta }) => meta?.id)
    expect(ids).not.toContain(undefined)
    expect(new Set(ids).size).toBe(ids.length)
    const begun = events.filter(({ type }) => type === 'step.started').map(({ data }) => data)
    expect(begun).toMatchObject([{ stepIndex: 0 }, { stepIndex: 0, attempt: 2 }])
  }, 300_000)
})

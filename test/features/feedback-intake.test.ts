import { beforeEach, describe, expect, test } from 'bun:test'
import { feedback } from '../../src/features/feedback/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  app = await testApp()
  acme = await app.team('acme')
})

const explicit = { title: 'Export', kind: 'bug', sentiment: 'negative' }
const send = (body: unknown, headers: Record<string, string> = {}) =>
  app.anonymous('POST', '/v1/feedback/acme', body, headers)
const sendKeyed = (body: unknown) => acme.call('POST', '/v1/feedback', body)
const stored = () => app.ctx.db.$count(feedback)

async function addProject(organizationId: string, id = 'project1') {
  await app.ctx.db.insert(projects).values({ id, organizationId, name: 'Site', createdAt: app.ctx.now() })
  return id
}

describe('a submission', () => {
  test('from any client is stored and answered with 202 and the entry', async () => {
    const answer = await send(
      { message: '  The export stops at 100 rows.  ', ...explicit },
      { 'user-agent': 'agent/1' },
    )
    expect(answer.status).toBe(202)
    const now = app.ctx.now().toISOString()
    expect(answer.body).toEqual({
      feedback: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        projectId: null,
        source: 'api',
        kind: 'bug',
        sentiment: 'negative',
        status: 'new',
        title: 'Export',
        message: 'The export stops at 100 rows.',
        agentClient: null,
        agentModel: null,
        toolVersion: null,
        userAgent: 'agent/1',
        contextUrl: null,
        externalId: null,
        idempotencyKey: null,
        metadata: null,
        resolvedAt: null,
        createdAt: now,
        updatedAt: now,
      },
      deduplicated: false,
    })
    const read = await acme.call('GET', `/v1/feedback/${answer.body.feedback.id}`)
    expect([read.status, read.body]).toEqual([
      200,
      { feedback: { ...answer.body.feedback, similarTo: null } },
    ])
  })

  test('stores every field that was sent, with a key and without', async () => {
    const projectId = await addProject(acme.id)
    const body = {
      message: 'm',
      ...explicit,
      source: 'mcp',
      projectId,
      agentClient: 'claude-code',
      agentModel: 'large',
      toolVersion: '1.2.3',
      userAgent: 'mine',
      contextUrl: 'https://example.com/docs?a=1#b',
      externalId: 'ext',
      idempotencyKey: 'key',
      metadata: { depth: { list: [1, null, 'two'] }, __proto__x: 1 },
    }
    const { body: open } = await send(body)
    expect(open.feedback).toMatchObject(body)
    const { body: keyed } = await sendKeyed({ ...body, idempotencyKey: 'other' })
    expect(keyed.feedback).toMatchObject({ ...body, idempotencyKey: 'other' })
  })

  test('accepts null for optional fields, and has no user agent when there is none', async () => {
    const empty = Object.fromEntries(
      'title sentiment projectId agentClient agentModel toolVersion userAgent contextUrl externalId idempotencyKey metadata'
        .split(' ')
        .map((name) => [name, null]),
    )
    const { status, body } = await send({ message: 'm', kind: 'bug', ...empty })
    expect([status, body.feedback]).toEqual([202, { ...body.feedback, ...empty }])
  })

  test('treats a kind or source of null like a missing one', async () => {
    const { status, body } = await send({ message: 'm', ...explicit, kind: null, source: null })
    expect([status, body.feedback.kind, body.feedback.source]).toEqual([202, 'other', 'api'])
  })

  test('finds the organization by its slug in any letter case', async () => {
    expect((await app.anonymous('POST', '/v1/feedback/AcMe', { message: 'm', ...explicit })).status).toBe(202)
  })
})

describe('a limit', () => {
  const repeated = (count: number) => '😀'.repeat(count)
  test.each([
    ['message', 4000],
    ['title', 200],
    ['agentClient', 200],
    ['agentModel', 200],
    ['toolVersion', 200],
    ['externalId', 200],
    ['idempotencyKey', 200],
    ['userAgent', 2048],
  ])('%s has up to %i characters, as users count them', async (field, max) => {
    const body = { message: 'm', ...explicit }
    const kept = await send({ ...body, [field]: repeated(max) })
    expect([kept.status, kept.body.feedback[field]]).toEqual([202, repeated(max)])
    const refused = await send({ ...body, [field]: repeated(max + 1) })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: `${field} must have 1 to ${max} characters` },
    ])
    for (const blank of ['', ' \n\t']) expect((await send({ ...body, [field]: blank })).status).toBe(400)
    expect((await send({ ...body, [field]: 7 })).status).toBe(400)
    expect(await stored()).toBe(1)
  })

  test('contextUrl has up to 2048 characters', async () => {
    const url = (length: number) => 'https://example.com/'.padEnd(length, 'a')
    const kept = await sendKeyed({ message: 'm', ...explicit, contextUrl: url(2048) })
    expect([kept.status, kept.body.feedback.contextUrl]).toEqual([202, url(2048)])
    expect((await sendKeyed({ message: 'm', ...explicit, contextUrl: url(2049) })).status).toBe(400)
  })

  test('metadata has up to 8192 characters of JSON text', async () => {
    const metadata = (length: number) => ({ a: 'é'.repeat(length - '{"a":""}'.length) })
    const kept = await sendKeyed({ message: 'm', ...explicit, metadata: metadata(8192) })
    expect([kept.status, kept.body.feedback.metadata]).toEqual([202, metadata(8192)])
    const refused = await sendKeyed({ message: 'm', ...explicit, metadata: metadata(8193) })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'metadata must be a JSON object of up to 8192 characters' },
    ])
  })
})

describe('bad input', () => {
  test.each([
    ['no message', {}],
    ['an unknown kind', { message: 'm', kind: 'rant' }],
    ['an unknown sentiment', { message: 'm', sentiment: 'furious' }],
    ['an unknown source', { message: 'm', source: 'web' }],
    ['no URL', { message: 'm', contextUrl: 'not a url' }],
    ['a URL with a line break', { message: 'm', contextUrl: 'https://exa\nmple.com' }],
    ['a URL that is a script', { message: 'm', contextUrl: 'JavaScript:alert(1)' }],
    ['metadata that is a list', { message: 'm', metadata: [1] }],
    ['metadata that is a text', { message: 'm', metadata: '{}' }],
    ['metadata that is a number', { message: 'm', metadata: 1 }],
    ['a list', []],
    ['a NUL', { message: 'a\0b' }],
    ['a NUL in metadata', { message: 'm', metadata: { 'a\0': 1 } }],
    ['half a surrogate pair', '{"message":"\\ud83d"}'],
    ['half a JSON', '{"message":'],
    ['nothing', ''],
  ])('%s is a 400 with a sentence, and nothing is stored', async (_, body) => {
    for (const answer of [await send(body), await sendKeyed(body)]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ error: expect.any(String) })
      expect(answer.headers.get('ratelimit-remaining')).toBe(answer.headers.get('ratelimit-limit'))
    }
    expect(await stored()).toBe(0)
  })

  test('no body at all is a 400', async () => {
    expect((await send(undefined)).status).toBe(400)
    expect((await sendKeyed(undefined)).status).toBe(400)
  })

  test('a body of 10 MB is a 413', async () => {
    const huge = JSON.stringify({ message: 'x'.repeat(10 * 1024 * 1024) })
    expect((await send(huge)).status).toBe(413)
    expect((await sendKeyed(huge)).status).toBe(413)
  })

  test('another content type is a 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await send('message=m', { 'content-type': type })
      expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([415, '30'])
    }
  })

  test('right-to-left overrides and other odd characters are stored as sent', async () => {
    const message = '\u202Egnp.exe\u202C \u200F שלום \u0007 \uFEFFx \uFFFF 👩‍👩‍👧'
    const { status, body } = await send({ message, ...explicit, title: '\u202Etitle' })
    expect([status, body.feedback.message, body.feedback.title]).toEqual([202, message, '\u202Etitle'])
  })

  test('every field at its limit, each character escaped, is small enough', async () => {
    const long = (count: number) => '\u{1F600}'.repeat(count)
    const body = {
      message: long(4000),
      ...explicit,
      title: long(200),
      agentClient: long(200),
      agentModel: long(200),
      toolVersion: long(200),
      userAgent: long(2048),
      externalId: long(200),
      idempotencyKey: long(200),
      contextUrl: `https://example.com/${'é'.repeat(2028)}`,
      metadata: { a: 'é'.repeat(8184) },
    }
    const escaped = JSON.stringify(body).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    expect((await send(escaped)).status).toBe(202)
  })

  test('an invalid slug is a 400', async () => {
    for (const slug of ['-acme', 'acme-', 'a_b', 'a'.repeat(64)]) {
      const answer = await app.anonymous('POST', `/v1/feedback/${slug}`, { message: 'm' })
      expect([answer.status, answer.body]).toEqual([400, { error: 'organizationSlug has an invalid format' }])
    }
  })
})

describe('the target', () => {
  test('an unknown slug is a 404', async () => {
    const answer = await app.anonymous('POST', '/v1/feedback/nobody', { message: 'm' })
    expect([answer.status, answer.body]).toEqual([404, { error: 'Feedback endpoint not found' }])
    expect(answer.headers.get('ratelimit-remaining')).toBe('29')
  })

  test("a project of another organization is a 404 like an unknown one, and does not use the key's limit", async () => {
    const other = await app.team('other')
    const foreign = await addProject(other.id)
    for (const projectId of [foreign, 'unknown']) {
      for (const answer of [
        await send({ message: 'm', projectId }),
        await sendKeyed({ message: 'm', projectId }),
      ])
        expect([answer.status, answer.body]).toEqual([404, { error: 'Project not found' }])
    }
    expect((await sendKeyed({ message: 'm', ...explicit })).headers.get('ratelimit-remaining')).toBe('119')
    expect(await stored()).toBe(1)
  })
})

describe('an idempotency key', () => {
  test('used twice gives the original entry with deduplicated true', async () => {
    const first = await send({ message: 'one', ...explicit, idempotencyKey: 'k' })
    const second = await send({ message: 'two', kind: 'praise', idempotencyKey: ' k ' })
    expect([second.status, second.body]).toEqual([202, { feedback: first.body.feedback, deduplicated: true }])
    const keyed = await sendKeyed({ message: 'three', idempotencyKey: 'k' })
    expect([keyed.status, keyed.body]).toEqual([
      202,
      { feedback: { ...first.body.feedback, similarTo: null }, deduplicated: true },
    ])
    expect(await stored()).toBe(1)
  })

  test('guessed by an anonymous client reveals nothing that a key sent', async () => {
    const own = await sendKeyed({
      message: 'Our secret plan.',
      ...explicit,
      contextUrl: 'https://acme.com/plan',
      idempotencyKey: 'k',
    })
    const { status, body, text } = await send({ message: 'guess', idempotencyKey: 'k' })
    const { id, createdAt, updatedAt } = own.body.feedback
    expect([status, body.deduplicated]).toEqual([202, true])
    expect(body.feedback).toMatchObject({ id, status: 'new', createdAt, updatedAt, message: 'guess' })
    for (const secret of ['Our secret plan.', 'acme.com/plan', explicit.title])
      expect(text).not.toContain(secret)
  })

  test('and a similar entry are not revealed to anonymous clients', async () => {
    const first = await send({ message: 'The export stops after a hundred rows.', ...explicit })
    const second = await send({ message: 'The export stops after a hundred rows.', ...explicit })
    expect(second.body.feedback).not.toHaveProperty('similarTo')
    const read = await acme.call('GET', `/v1/feedback/${second.body.feedback.id}`)
    expect(read.body.feedback.similarTo).toBe(first.body.feedback.id)
  })

  test('is checked before the project is looked up', async () => {
    await send({ message: 'one', ...explicit, idempotencyKey: 'k' })
    for (const answer of [
      await send({ message: 'one', idempotencyKey: 'k', projectId: 'wrong' }),
      await sendKeyed({ message: 'one', idempotencyKey: 'k', projectId: 'wrong' }),
    ])
      expect([answer.status, answer.body.deduplicated]).toEqual([202, true])
  })

  test('of another organization is another key', async () => {
    const other = await app.team('other')
    await send({ message: 'one', ...explicit, idempotencyKey: 'k' })
    const answer = await other.call('POST', '/v1/feedback', {
      message: 'one',
      ...explicit,
      idempotencyKey: 'k',
    })
    expect([answer.status, answer.body.deduplicated]).toEqual([202, false])
  })

  test('sent a hundred times at once is stored once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) =>
        sendKeyed({ message: `m${number}`, ...explicit, idempotencyKey: 'k' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect(answers.filter(({ body }) => !body.deduplicated)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.feedback))).size).toBe(1)
    expect(await stored()).toBe(1)
  })
})

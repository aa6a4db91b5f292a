import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createKey } from '../../src/features/keys/service.ts'
import { skills } from '../../src/features/skills/table.ts'
import { keyLimits, sweepIdempotencyKeys } from '../../src/http/idempotency-keys.ts'
import { idempotencyKeys } from '../../src/http/table.ts'
import { caller, type Team, testApp } from '../support/app.ts'

let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let number = 0
beforeAll(async () => {
  app = await testApp()
  acme = await app.team('acme')
})
afterAll(() => app.ctx.db.$client.close())

const newSkill = () => ({ name: `tone-${++number}`, description: 'Ours', content: 'Be brief.' })
const newKey = () => crypto.randomUUID()
const post = (body: unknown, key: string, path = '/v1/skills', team = acme) =>
  team.call('POST', path, body, { 'idempotency-key': key })
const replayed = (answer: { headers: Headers }) => answer.headers.get('idempotent-replayed')
const countSkills = async () => (await app.ctx.db.select().from(skills)).length

test('the same request with the same key returns the stored response and creates nothing', async () => {
  const [body, key] = [newSkill(), newKey()]
  const first = await post(body, key)
  const before = await countSkills()
  const second = await post(body, key)
  expect([first.status, replayed(first)]).toEqual([201, null])
  expect([second.status, second.text, replayed(second)]).toEqual([201, first.text, 'true'])
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(await countSkills()).toBe(before)
})

test('a quoted key is the same key', async () => {
  const [body, key] = [newSkill(), newKey()]
  await post(body, key)
  expect(replayed(await post(body, `"${key}"`))).toBe('true')
})

test('the stored response stays the same after the record has changed', async () => {
  const [body, key] = [newSkill(), newKey()]
  const first = await post(body, key)
  await acme.call('PATCH', `/v1/skills/${body.name}`, { description: 'Theirs' })
  expect((await post(body, key)).text).toBe(first.text)
})

test('another body, query or caller with the same key is refused with 422', async () => {
  const [body, key] = [newSkill(), newKey()]
  await post(body, key)
  const before = await countSkills()
  const other = await createKey(app.ctx, acme.id, { name: 'other' })
  const theirs = { ...acme, call: caller(app.api, other.key) }
  expect((await post(newSkill(), key)).status).toBe(422)
  expect((await post(body, key, '/v1/skills?again=1')).status).toBe(422)
  expect((await post(body, key, '/v1/skills', theirs)).status).toBe(422)
  expect(await countSkills()).toBe(before)
})

test('a key is valid for each route and each organization on its own', async () => {
  const [body, key] = [newSkill(), newKey()]
  const globex = await app.team('globex')
  expect((await post(body, key)).status).toBe(201)
  const article = { contentType: 'blog_post', title: 'Exports', markdown: 'Fast.' }
  expect((await post(article, key, '/v1/posts')).status).toBe(201)
  const theirs = await post(body, key, '/v1/skills', globex)
  expect([theirs.status, replayed(theirs)]).toEqual([201, null])
})

test('an error after validation is stored, and one before it is not', async () => {
  const key = newKey()
  const path = `/v1/projects/${crypto.randomUUID()}/geo/scans`
  expect((await post({}, key, path)).status).toBe(404)
  const again = await post({}, key, path)
  expect([again.status, replayed(again)]).toEqual([404, 'true'])
  const invalid = newKey()
  expect((await post({ name: 1 }, invalid)).status).toBe(400)
  expect((await post(newSkill(), invalid)).status).toBe(201)
})

test('a conflict frees the key', async () => {
  const [body, key] = [newSkill(), newKey()]
  await post(body, newKey())
  expect((await post(body, key)).status).toBe(409)
  await acme.call('DELETE', `/v1/skills/${body.name}`)
  const created = await post(body, key)
  expect([created.status, replayed(created)]).toEqual([201, null])
})

test('a request whose key another one holds is refused with 409 until the lease ends', async () => {
  const [body, key] = [newSkill(), newKey()]
  await post(body, key)
  await asIfInterrupted()
  const waiting = await post(body, key)
  expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([409, '1'])
  app.ctx.clock.advance(60_000)
  const before = await countSkills()
  const second = await post(body, key)
  expect([second.status, replayed(second)]).toEqual([201, 'true'])
  expect(await countSkills()).toBe(before)
})

/** The state after a process was killed between the effect and the storing of its response. */
const asIfInterrupted = () =>
  app.ctx.db.update(idempotencyKeys).set({ status: null, sealedResponse: null, bytes: 0 })

test('a response that is too large to store is read again from its record', async () => {
  const [body, key] = [{ ...newSkill(), content: 'long '.repeat(18_000) }, newKey()]
  const first = await post(body, key)
  expect(first.status).toBe(201)
  const second = await post(body, key)
  expect([second.text, replayed(second)]).toEqual([first.text, 'true'])
})

test('stored responses are encrypted', async () => {
  await post(newSkill(), newKey())
  const rows = await app.ctx.db.select().from(idempotencyKeys)
  expect(rows.some(({ sealedResponse }) => sealedResponse?.includes('Be brief'))).toBe(false)
})

test('a key may be used again after 24 hours, and the sweep removes it', async () => {
  const [body, key] = [newSkill(), newKey()]
  await post(body, key)
  app.ctx.clock.advance(keyLimits.retentionMs + 1)
  const other = newSkill()
  const created = await post(other, key)
  expect([created.status, replayed(created)]).toEqual([201, null])
  await sweepIdempotencyKeys.perform(app.ctx, {}, { signal: new AbortController().signal } as never)
  const left = await app.ctx.db.select().from(idempotencyKeys)
  expect(left.map(({ createdAt }) => createdAt >= new Date(app.ctx.now().getTime() - 1000))).toEqual([true])
})

test('an organization has at most 10,000 keys in 24 hours', async () => {
  await app.ctx.db.run(sql`
    insert into idempotency_keys (organization_id, hash, fingerprint, call_id, owner, lease_until, status, bytes, created_at)
    with recursive n(value) as (select 1 union all select value + 1 from n where value < 10000)
    select ${acme.id}, 'filler-' || value, '', '', '', 0, 200, 0, ${app.ctx.now().getTime()} from n`)
  const refused = await post(newSkill(), newKey())
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  await app.ctx.db.run(sql`delete from idempotency_keys where hash like 'filler-%'`)
})

test('keys without visible characters or with more than 255 are refused', async () => {
  for (const key of ['', 'two words', 'x'.repeat(256)])
    expect((await post(newSkill(), key)).body.error).toBe(
      'Idempotency-Key must have 1 to 255 visible ASCII characters',
    )
})

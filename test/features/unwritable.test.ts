import { afterAll, beforeEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { createApi } from '../../src/api.ts'
import { atomically, openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { addMember, newUser } from '../../src/features/members/record.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { newSession } from '../../src/features/sessions/record.ts'
import { writeSessionCookie } from '../../src/features/sessions/rules.ts'
import { caller, ownPage } from '../support/app.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

afterAll(cleanUp)

const day = 24 * 60 * 60 * 1000
let ctx: TestContext
let organizationId: string
let call: ReturnType<typeof caller>
beforeEach(async () => {
  ctx = { ...(await testContext()), db: openDatabase(`file:${join(temporaryFolder(), 'herald.db')}`) }
  await migrate(ctx.db)
  organizationId = (await createOrganization(ctx, 'acme', 'Acme')).id
  call = caller(createApi(ctx))
})

/** A full or read-only disk. */
const beUnwritable = () => ctx.db.run(sql`pragma query_only = on`)
const beWritable = () => ctx.db.run(sql`pragma query_only = off`)

test('a session that cannot be renewed still reads, and is renewed later', async () => {
  const { user, statement } = newUser(ctx, { email: 'ada@acme.test', name: 'Ada', passwordHash: null })
  const { token, statements } = newSession(ctx, new Request('http://localhost'), user.id)
  await atomically(ctx.db, [statement, addMember(ctx, user.id, organizationId, 'member'), ...statements])
  const [cookie = ''] = writeSessionCookie(ctx.config, token).split(';')
  ctx.clock.advance(2 * day)
  await beUnwritable()
  const read = await call('GET', '/v1/posts', undefined, { cookie })
  expect([read.status, read.headers.get('set-cookie')]).toEqual([200, null])
  expect((await call('PATCH', '/api/app/account', { name: 'A' }, { cookie, ...ownPage })).status).toBe(503)
  await beWritable()
  const later = await call('GET', '/v1/posts', undefined, { cookie })
  expect(later.headers.get('set-cookie')).toStartWith(cookie)
})

test('a key still reads if its last use cannot be stored', async () => {
  const { key } = await createKey(ctx, organizationId, { name: 'reader' })
  await beUnwritable()
  expect((await call('GET', '/v1/posts', undefined, { authorization: `Bearer ${key}` })).status).toBe(200)
})

import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApi } from '../../src/api.ts'
import { tick } from '../../src/cron/ticker.ts'
import { openDatabase } from '../../src/db/client.ts'
import { migrate } from '../../src/db/migrate.ts'
import { findReadinessFault } from '../../src/db/readiness.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { createOrganization } from '../../src/features/organizations/service.ts'
import { startPoll } from '../../src/jobs/poll.ts'
import { startRunner } from '../../src/jobs/runner.ts'
import { caller, connect, webhookSecret } from '../support/app.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { pushPayload } from '../support/payloads.ts'
import { hasSqld, type Sqld, startSqld } from '../support/sqld.ts'

const folder = mkdtempSync(join(tmpdir(), 'herald-trips-'))

if (hasSqld)
  describe('on a libSQL server', () => {
    let sqld: Sqld
    let ctx: TestContext
    let hook: string
    let call: ReturnType<typeof caller>
    /** Every request to the server is one message. */
    const sent = spyOn(WebSocket.prototype, 'send')

    beforeAll(async () => {
      sqld = await startSqld(join(folder, 'sqld'))
      ctx = { ...(await testContext()), db: openDatabase(sqld.url.replace('http', 'ws')) }
      await migrate(ctx.db)
      const { id } = await createOrganization(ctx, 'acme', 'Acme')
      hook = (await connect(ctx, id)).hook
      call = caller(createApi(ctx), (await createKey(ctx, id, { name: 'test' })).key)
      // The first use of a key is stored, and streams are opened.
      await call('GET', '/v1/posts')
    })
    beforeEach(() => {
      sent.mockClear()
    })
    afterAll(async () => {
      sent.mockRestore()
      ctx.db.$client.close()
      await sqld.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    test('a list takes two trips: the key, and the page with its count', async () => {
      expect((await call('GET', '/v1/posts')).status).toBe(200)
      expect(sent).toHaveBeenCalledTimes(2)
    })

    test('a delivery takes two trips: the data for the decision, and its effects', async () => {
      const body = JSON.stringify(pushPayload())
      const headers = deliveryHeaders('push', body, webhookSecret, 'd-1')
      expect((await call('POST', hook, body, headers)).status).toBe(200)
      expect(sent).toHaveBeenCalledTimes(2)
    })

    test('an idle process sends one request per poll', async () => {
      const runner = await startRunner(ctx, [])
      let ticks = 0
      const looks = Promise.withResolvers<void>()
      sent.mockClear()
      const poll = startPoll(ctx, [
        runner.look,
        async () => {
          await tick(ctx)
          if (++ticks === 2) looks.resolve()
        },
      ])
      await looks.promise
      poll.stop()
      await runner.stop()
      expect(sent).toHaveBeenCalledTimes(2)
    })

    test('readiness reports within 5 seconds that the server is silent', async () => {
      await sqld.pause()
      const fault = await findReadinessFault(ctx.db, sqld.url)
      sqld.resume()
      expect(fault).toStartWith('The database has not answered for two seconds. Another program')
    })

    test('readiness reports that tables are missing', async () => {
      await ctx.db.$client.execute('alter table migrations rename to elsewhere')
      const fault = await findReadinessFault(ctx.db, sqld.url)
      await ctx.db.$client.execute('alter table elsewhere rename to migrations')
      expect(fault).toBe('Tables of the database are missing: restore it from a backup.')
    })
  })

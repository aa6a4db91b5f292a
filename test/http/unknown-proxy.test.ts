import { expect, test } from 'bun:test'
import type { Config } from '../../src/config.ts'
import { proxyWarning, unknownProxy } from '../../src/http/unknown-proxy.ts'
import { atEnd } from '../support/cleanup.ts'
import { testContext } from '../support/context.ts'

/** A server on the loopback, and the warnings that it has logged. */
async function start(trustProxy: number) {
  const ctx = await testContext({ trustProxy } satisfies Partial<Config>)
  const warnings: unknown[] = []
  ctx.log.warn = (text: unknown) => void warnings.push(text)
  const app = unknownProxy(ctx)
    .get('/', () => 'ok')
    .listen({ port: 0, hostname: '127.0.0.1' })
  atEnd(async () => void (await app.stop(true)))
  const send = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${app.server?.port}/`, { headers })
  return { ctx, warnings, send }
}

test('a proxy in front of a server with TRUST_PROXY=0 is logged once', async () => {
  const { ctx, warnings, send } = await start(0)
  await send()
  expect([ctx.unknownProxy.isSeen, warnings]).toEqual([false, []])
  for (let count = 0; count < 3; count += 1) await send({ 'x-forwarded-for': '203.0.113.1' })
  expect([ctx.unknownProxy.isSeen, warnings]).toEqual([true, [proxyWarning]])
})

test('a configured proxy causes no warning', async () => {
  const { ctx, warnings, send } = await start(1)
  await send({ 'x-forwarded-for': '203.0.113.1' })
  expect([ctx.unknownProxy.isSeen, warnings]).toEqual([false, []])
})

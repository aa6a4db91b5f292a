import { beforeEach, expect, test } from 'bun:test'
import { CoolingDown, createBackoff } from '../../src/ai/backoff.ts'
import { ModelError } from '../../src/ai/error.ts'
import { type TestContext, testContext } from '../support/context.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

const steps = () => {
  const kept = new Map<string, unknown>()
  return {
    async step<T>(name: string, act: () => Promise<T>): Promise<T> {
      if (!kept.has(name)) kept.set(name, await act())
      return kept.get(name) as T
    },
  }
}
const failing = (error: Error) => () => Promise.reject(error)
const answer = async () => 'answer'
const caught = (asking: Promise<unknown>) => asking.then(() => null).catch((error) => error)
const limited = (seconds?: number) =>
  new ModelError(
    'rate_limited',
    'Too many.',
    seconds === undefined ? undefined : new Date(ctx.now().getTime() + seconds * 1000),
  )

test('three equal refusals in a row end the call; a different refusal or an answer resets the count', async () => {
  const backoff = createBackoff(ctx, steps(), 'one')
  const refusal = new ModelError('unauthorized', 'Refused.')
  let asked = 0
  const refuse = () => {
    asked++
    return Promise.reject(refusal)
  }
  await caught(backoff.ask(refuse))
  await caught(backoff.ask(refuse))
  await backoff.ask(answer)
  await caught(backoff.ask(refuse))
  await caught(backoff.ask(refuse))
  await caught(backoff.ask(failing(new ModelError('refused', 'Another.'))))
  for (let count = 0; count < 3; count++) await caught(backoff.ask(refuse))
  expect(asked).toBe(7)
  expect(await caught(backoff.ask(refuse))).toBe(refusal)
  expect(asked).toBe(7)
})

test('an endpoint that is down is asked ten times, because the outage may be short', async () => {
  const backoff = createBackoff(ctx, steps(), 'one')
  let asked = 0
  for (let count = 0; count < 15; count++)
    await caught(
      backoff.ask(() => {
        asked++
        return Promise.reject(new ModelError('unavailable', 'Down.'))
      }),
    )
  expect(asked).toBe(10)
})

test('refusals of an earlier attempt of the job count', async () => {
  const backoff = createBackoff(ctx, steps(), 'one')
  for (let count = 0; count < 3; count++) backoff.recall(new ModelError('not_found', 'No such model.'))
  expect(await caught(backoff.ask(answer))).toBeInstanceOf(ModelError)
})

test.each([
  ['as long as it asks', 60, 60],
  ['half a minute where it does not say', undefined, 30],
  ['ten seconds at least', 1, 10],
])('an endpoint that limits the rate is not asked %s', async (_, asked, seconds) => {
  const backoff = createBackoff(ctx, steps(), 'one')
  const until = new Date(ctx.now().getTime() + seconds * 1000)
  const cooldown = await caught(backoff.ask(failing(limited(asked))))
  expect([cooldown instanceof CoolingDown, cooldown.until]).toEqual([true, until])
  ctx.clock.advance(seconds * 1000 - 1)
  expect(await caught(backoff.ask(answer))).toBe(cooldown)
  ctx.clock.advance(1)
  expect(await backoff.ask(answer)).toBe('answer')
})

test('waiting ends an hour after it began, across all attempts of the job', async () => {
  const attempt = steps()
  await caught(createBackoff(ctx, attempt, 'one').ask(failing(limited(60))))
  ctx.clock.advance(60 * 60_000 - 30_000)
  const error = await caught(createBackoff(ctx, attempt, 'one').ask(failing(limited(60))))
  expect([error instanceof CoolingDown, error.message]).toEqual([false, 'Too many.'])
})

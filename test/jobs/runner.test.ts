import { beforeEach, describe, expect, test } from 'bun:test'
import { LibsqlError } from '@libsql/client/web'
import { eq, sql } from 'drizzle-orm'
import { t } from 'elysia'
import { CodeHostError } from '../../src/codehost/github-error.ts'
import type { Statement } from '../../src/db/client.ts'
import { giveUp, RetryAt } from '../../src/errors.ts'
import { organizations } from '../../src/features/organizations/table.ts'
import { type Attempt, defineJob, type Job } from '../../src/jobs/define.ts'
import {
  claimJobs,
  createOwner,
  finishJobs,
  leaseMilliseconds,
  markAlone,
  maxDeathsAlone,
  recoverJobs,
  renewLeases,
  suspectAfter,
} from '../../src/jobs/queue.ts'
import { backoff, performDueJobs, startRunner, sweepJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/jobs/table.ts'
import { type TestContext, testContext } from '../support/context.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await testContext()
})

function jobThat(work: (attempt: Attempt) => Promise<Statement[]> | Promise<void>, options = {}) {
  return defineJob(
    'test.act',
    t.Object({ n: t.Number() }),
    (_ctx, _payload, attempt) => work(attempt),
    options,
  )
}
const perform = (...all: Job[]) => performDueJobs(ctx, all)
const onlyJob = async () => (await ctx.db.select().from(jobs))[0]
const organization = (slug: string) =>
  ctx.db.insert(organizations).values({ id: slug, slug, name: slug, createdAt: ctx.now() })

describe('a lane', () => {
  const held = (lane: 'common' | 'turns') => {
    const begun: number[] = []
    const gate = Promise.withResolvers<void>()
    const job = defineJob(
      `test.${lane}`,
      t.Object({ n: t.Number() }),
      async (_ctx, { n }) => {
        begun.push(n)
        await gate.promise
      },
      { lane },
    )
    return { begun, job, open: gate.resolve }
  }
  const hasBegun = async ({ begun }: { begun: number[] }, count: number) => {
    while (begun.length < count) await Bun.sleep(1)
  }

  test('of its own keeps no other jobs waiting for turns that take minutes, and the reverse', async () => {
    const turns = held('turns')
    const others = held('common')
    for (let n = 0; n < 40; n++) {
      await turns.job.insert(ctx, { n }, { share: `organization-${n % 10}` })
      await others.job.insert(ctx, { n })
    }
    const runner = await startRunner(ctx, [turns.job, others.job])
    await Promise.all([hasBegun(turns, 40), hasBegun(others, 32)])
    await runner.look()
    expect(await ctx.db.$count(jobs, eq(jobs.state, 'running'))).toBe(40 + 32)
    turns.open()
    others.open()
    await hasBegun(others, 40)
    await runner.stop()
    expect([turns.begun.length, others.begun.length]).toEqual([40, 40])
  })

  test('of turns runs 64 at a time, and eight for one organization, in any process', async () => {
    const turns = held('turns')
    for (let n = 0; n < 20; n++) await turns.job.insert(ctx, { n }, { share: 'greedy' })
    for (let n = 100; n < 104; n++) await turns.job.insert(ctx, { n }, { share: 'modest' })
    const [one, other] = [createOwner(), createOwner()]
    const taken = await claimJobs(ctx, one, 64, 'turns')
    expect(taken.map(({ payload }) => (payload as { n: number }).n).sort((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 100, 101, 102, 103,
    ])
    expect(await claimJobs(ctx, other, 64, 'turns')).toEqual([])
    await finishJobs(ctx, one, [taken[0]?.id as number])
    expect((await claimJobs(ctx, other, 64, 'turns')).map(({ payload }) => payload)).toEqual([{ n: 8 }])

    for (let n = 200; n < 300; n++) await turns.job.insert(ctx, { n }, { share: `organization-${n}` })
    expect((await claimJobs(ctx, other, 64, 'turns')).length).toBe(64)
    expect(await claimJobs(ctx, other, 64)).toEqual([])
  })
})

describe('a job', () => {
  test('is done when its function returns', async () => {
    const job = jobThat(async () => {})
    await job.insert(ctx, { n: 1 })
    expect(await perform(job)).toBe(1)
    expect(await onlyJob()).toMatchObject({
      state: 'done',
      failures: 0,
      leaseOwner: null,
      finishedAt: ctx.now(),
    })
  })

  test('is committed in one batch with its result', async () => {
    const job = jobThat(async () => [organization('a')])
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await ctx.db.$count(organizations)).toBe(1)
    expect((await onlyJob())?.state).toBe('done')
  })

  test('writes nothing when its lease was lost before the finish', async () => {
    const job = jobThat(async () => {
      await ctx.db.update(jobs).set({ leaseOwner: 'another/1/x' })
      return [organization('a')]
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await ctx.db.$count(organizations)).toBe(0)
    expect(await onlyJob()).toMatchObject({ state: 'running', leaseOwner: 'another/1/x' })
  })

  test('exists once per key', async () => {
    const job = jobThat(async () => {})
    await job.insert(ctx, { n: 1 }, { key: 'cause' })
    await job.insert(ctx, { n: 2 }, { key: 'cause' })
    await perform(job)
    await job.insert(ctx, { n: 3 }, { key: 'cause' })
    expect(await ctx.db.$count(jobs)).toBe(1)
  })

  test('waits for its time', async () => {
    const job = jobThat(async () => {})
    await job.insert(ctx, { n: 1 }, { runAt: new Date(ctx.now().getTime() + 1000) })
    expect(await perform(job)).toBe(0)
    ctx.clock.advance(1000)
    expect(await perform(job)).toBe(1)
  })

  test('that throws is retried later, up to its attempts, and is then dead with the reason', async () => {
    let tries = 0
    const dead: string[] = []
    const job = jobThat(
      async () => {
        tries++
        throw new CodeHostError('failed', 'GitHub is down.')
      },
      {
        attempts: 3,
        onDead: (_: unknown, payload: { n: number }, reason: string) => {
          dead.push(`${payload.n} ${reason}`)
          return [organization('buried')]
        },
      },
    )
    await job.insert(ctx, { n: 7 })
    for (let round = 0; round < 6; round++) {
      await perform(job)
      ctx.clock.advance(600_000)
    }
    expect(tries).toBe(3)
    expect(await onlyJob()).toMatchObject({ state: 'dead', error: 'GitHub is down.' })
    expect(dead).toEqual(['7 GitHub is down.'])
    expect(await ctx.db.$count(organizations)).toBe(1)
  })

  test('that fails in the database has one sentence as the reason, without the statement', async () => {
    const job = jobThat(async () => {
      await ctx.db.select({ nothing: sql`nonsense` }).from(jobs)
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'ready', failures: 1 })
    expect((await onlyJob())?.error).toMatch(/^The database refused a statement \(\w+\)\.$/)
  })

  test('that fails unexpectedly stores one sentence, and its text is only in the debug log', async () => {
    const lines: object[] = []
    ctx.log.debug = ((fields: object) => void lines.push(fields)) as typeof ctx.log.debug
    const reasons: string[] = []
    const job = jobThat(
      async () => {
        throw new TypeError("Cannot read 'ghp_secret' of undefined")
      },
      {
        attempts: 1,
        onDead: (_: unknown, __: unknown, reason: string) => {
          reasons.push(reason)
          return []
        },
      },
    )
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'dead', error: 'Unexpected error (TypeError).' })
    expect(reasons).toEqual(['Unexpected error (TypeError).'])
    expect(JSON.stringify(lines)).toContain('ghp_secret')
  })

  test('that gives up is dead immediately', async () => {
    const job = jobThat(async () => {
      throw giveUp('nothing will help')
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'dead', error: 'nothing will help' })
  })

  test('reports its end, done or dead, once that is committed, and no earlier attempt', async () => {
    const told: Promise<unknown>[] = []
    const onEnd = () => void told.push(onlyJob())
    const tries = [() => Promise.reject(new Error('not yet')), () => Promise.resolve()]
    const job = jobThat(() => (tries.shift() ?? (() => Promise.reject(giveUp('no'))))(), { onEnd })
    for (const state of ['done', 'dead']) {
      await job.insert(ctx, { n: 1 })
      await perform(job)
      ctx.clock.advance(1000)
      await perform(job)
      expect(await Promise.all(told.splice(0))).toMatchObject([{ state }])
      await ctx.db.delete(jobs)
    }
  })

  test('that waits for another service uses no attempt', async () => {
    const at = new Date(ctx.now().getTime() + 60_000)
    const job = jobThat(async () => {
      throw new RetryAt(at, 'asked to wait')
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'ready', failures: 0, runAt: at, error: 'asked to wait' })
  })

  test.each(['SERVER_UNREACHABLE', 'SERVER_LOST'])(
    'that ends while the database server restarts (%s) uses no attempt',
    async (code) => {
      let restarts = 6
      const job = jobThat(async () => {
        if (restarts-- > 0) throw new LibsqlError('The server restarts.', code)
      })
      await job.insert(ctx, { n: 1 })
      while ((await onlyJob())?.state === 'ready') {
        ctx.clock.advance(16_000)
        await perform(job)
      }
      expect(await onlyJob()).toMatchObject({ state: 'done', failures: 0, interruptions: 6 })
    },
  )

  test('that loses its connection every time fails in the end', async () => {
    const job = jobThat(async () => {
      throw new LibsqlError('The message is too large.', 'SERVER_LOST')
    })
    await job.insert(ctx, { n: 1 })
    while ((await onlyJob())?.state === 'ready') {
      ctx.clock.advance(16_000)
      await perform(job)
    }
    expect(await onlyJob()).toMatchObject({ state: 'dead', interruptions: 20, failures: 4 })
  })

  test('with a payload of another version is dead, not retried', async () => {
    const job = jobThat(async () => {})
    await job.insert(ctx, { n: 'one' } as never)
    await perform(job)
    expect((await onlyJob())?.state).toBe('dead')
  })

  test('of an unknown name is dead', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    await perform()
    expect(await onlyJob()).toMatchObject({
      state: 'dead',
      error: 'This version of Herald does not know the job test.act.',
    })
  })

  test('that restarts interrupt is retried, its failures not counted', async () => {
    const job = jobThat(async () => {}, { attempts: 2 })
    await job.insert(ctx, { n: 1 })
    for (let crash = 0; crash < 50; crash++) await interrupt()
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'done', failures: 0, interruptions: 50 })
  })

  test('that crashes the process every time it runs alone fails in the end', async () => {
    const job = jobThat(async () => {})
    await job.insert(ctx, { n: 1 })
    for (let crash = 0; crash < suspectAfter; crash++) await interrupt()
    for (let crash = 0; crash < maxDeathsAlone; crash++) {
      ctx.clock.advance(10 * 60_000)
      await interrupt(true)
    }
    ctx.clock.advance(10 * 60_000)
    await perform(job)
    expect(await onlyJob()).toMatchObject({
      state: 'dead',
      error: 'The server crashed 20 times while this job ran alone.',
    })
  })

  test('that crashed alone waits longer each time, at most ten minutes', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    for (let crash = 0; crash < suspectAfter; crash++) await interrupt()
    const rests: number[] = []
    for (let crash = 0; crash < maxDeathsAlone; crash++) {
      await interrupt(true)
      const { runAt = ctx.now() } = (await onlyJob()) ?? {}
      rests.push((runAt.getTime() - ctx.now().getTime()) / 1000)
      ctx.clock.now = runAt
    }
    expect([rests.slice(0, 4), rests.at(-1)]).toEqual([[1, 2, 4, 8], 600])
  })

  /** The process ends while a job runs, alone or with others. */
  async function interrupt(alone = false) {
    const [claimed] = await claimJobs(ctx, 'gone/1/x', 1)
    if (alone) await markAlone(ctx, 'gone/1/x', claimed?.id ?? 0)
    ctx.clock.advance(leaseMilliseconds + 1)
    await recoverJobs(ctx, createOwner())
  }
})

describe('jobs that were running during several crashes in a row', () => {
  const suspects = async (job: Job & ReturnType<typeof jobThat>, count: number) => {
    for (let n = 0; n < count; n++) await job.insert(ctx, { n })
    await ctx.db.update(jobs).set({ deaths: suspectAfter })
  }

  test('run one at a time, and each starts the next one once it has finished a step', async () => {
    let running = 0
    let most = 0
    const gate = Promise.withResolvers<void>()
    let waiting = 0
    const job = jobThat(async (attempt) => {
      await attempt.step('first', async () => {
        most = Math.max(most, ++running)
        await Promise.resolve()
        running--
      })
      // The rest runs in parallel again.
      if (++waiting === 3) gate.resolve()
      await gate.promise
    })
    await suspects(job, 3)
    await perform(job)
    expect(most).toBe(1)
    const rows = await ctx.db.select().from(jobs)
    expect(rows.map(({ state, deaths, alone }) => [state, deaths, alone])).toEqual(
      Array(3).fill(['done', 0, false]),
    )
  })

  test('start the next one when their work records progress', async () => {
    const begun: number[] = []
    const all = Promise.withResolvers<void>()
    const job = jobThat(async (attempt) => {
      if (begun.push(attempt.jobId) === 3) all.resolve()
      await attempt.noteProgress()
      await all.promise
    })
    await suspects(job, 3)
    await perform(job)
    expect((await ctx.db.select().from(jobs)).map(({ deaths }) => deaths)).toEqual([0, 0, 0])
  })

  test('do not keep others waiting', async () => {
    const gate = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    const job = jobThat(() => gate.promise)
    const other = defineJob('test.other', t.Object({}), async () => done.resolve())
    await suspects(job, 40)
    await other.insert(ctx, {}, { runAt: new Date(ctx.now().getTime() + 1) })
    ctx.clock.advance(1)
    const runner = await startRunner(ctx, [job, other])
    await runner.look()
    await done.promise
    gate.resolve()
    await runner.stop()
  })

  test('count a crash only for the one that ran alone', async () => {
    const job = jobThat(async () => {})
    await suspects(job, 3)
    const claimed = await claimJobs(ctx, 'gone/1/x', 3)
    await markAlone(ctx, 'gone/1/x', claimed[1]?.id ?? 0)
    ctx.clock.advance(leaseMilliseconds + 1)
    await recoverJobs(ctx, createOwner())
    const rows = await ctx.db.select().from(jobs)
    expect(rows.map(({ deaths, interruptions, alone }) => [deaths, interruptions, alone])).toEqual([
      [suspectAfter, 1, false],
      [suspectAfter + 1, 1, false],
      [suspectAfter, 1, false],
    ])
  })

  test('are no longer suspects after an attempt without a crash', async () => {
    const job = jobThat(async () => {
      throw new Error('not yet')
    })
    await suspects(job, 1)
    await perform(job)
    expect(await onlyJob()).toMatchObject({ state: 'ready', deaths: 0, alone: false })
  })
})

describe('a step', () => {
  test('that has finished is not run again by a later attempt', async () => {
    let asked = 0
    let tries = 0
    const job = jobThat(async (attempt) => {
      const answer = await attempt.step('ask', async () => ({ answer: ++asked }))
      if (++tries === 1) throw new Error('crash after the step')
      expect(answer).toEqual({ answer: 1 })
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    ctx.clock.advance(60_000)
    await perform(job)
    expect({ asked, tries }).toEqual({ asked: 1, tries: 2 })
    expect((await onlyJob())?.state).toBe('done')
  })

  test('that only commits statements commits them once', async () => {
    let tries = 0
    const job = jobThat(async (attempt) => {
      await attempt.once('noted', [otherJob.insert(ctx, { n: ++tries })])
      if (tries === 1) throw new Error('crash after the step')
    })
    const otherJob = defineJob('other', t.Object({ n: t.Number() }), async () => {})
    await job.insert(ctx, { n: 1 })
    await perform(job)
    ctx.clock.advance(60_000)
    await perform(job)
    const noted = await ctx.db.select().from(jobs).where(eq(jobs.name, 'other'))
    expect({ tries, noted: noted.map(({ payload }) => payload) }).toEqual({ tries: 2, noted: [{ n: 1 }] })
  })

  test('is not stored when the lease was lost', async () => {
    const job = jobThat(async (attempt) => {
      await ctx.db.update(jobs).set({ leaseOwner: 'another/1/x' })
      await attempt.step('ask', async () => 1)
    })
    await job.insert(ctx, { n: 1 })
    await perform(job)
    expect((await onlyJob())?.state).toBe('running')
  })
})

describe('leases', () => {
  test('are claimed by one of many claimers', async () => {
    const job = jobThat(async () => {})
    for (let n = 0; n < 20; n++) await job.insert(ctx, { n })
    const claims = await Promise.all([1, 2, 3, 4].map((n) => claimJobs(ctx, `owner/${n}/x`, 7)))
    const ids = claims.flat().map((claim) => claim.id)
    expect(ids).toHaveLength(20)
    expect(new Set(ids).size).toBe(20)
  })

  test('that expired return the job', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    await claimJobs(ctx, 'elsewhere/1/x', 1)
    await recoverJobs(ctx, createOwner())
    expect((await onlyJob())?.state).toBe('running')
    ctx.clock.advance(leaseMilliseconds + 1)
    await recoverJobs(ctx, createOwner())
    expect((await onlyJob())?.state).toBe('ready')
  })

  test('of an earlier life of this process are returned immediately', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    await claimJobs(ctx, createOwner(), 1)
    await recoverJobs(ctx, createOwner())
    expect((await onlyJob())?.state).toBe('ready')
  })

  test('that expired are not recovered while their owner still works', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    const owner = createOwner()
    const [claim] = await claimJobs(ctx, owner, 1)
    ctx.clock.advance(leaseMilliseconds + 1)
    await recoverJobs(ctx, owner, [claim?.id ?? 0])
    expect((await onlyJob())?.state).toBe('running')
    await recoverJobs(ctx, owner)
    expect((await onlyJob())?.state).toBe('ready')
  })

  test('are renewed for running jobs only: one whose end could not be written is run again', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    const owner = createOwner()
    const [claim] = await claimJobs(ctx, owner, 1)
    ctx.clock.advance(leaseMilliseconds - 1)
    expect(await renewLeases(ctx, owner, [])).toEqual([])
    expect(await renewLeases(ctx, owner, [claim?.id ?? 0])).toEqual([claim?.id ?? 0])
    ctx.clock.advance(leaseMilliseconds - 1)
    await recoverJobs(ctx, owner)
    expect((await onlyJob())?.state).toBe('running')
    ctx.clock.advance(2)
    await recoverJobs(ctx, owner)
    expect((await onlyJob())?.state).toBe('ready')
  })

  test('of another process cannot be finished', async () => {
    await jobThat(async () => {}).insert(ctx, { n: 1 })
    const [claim] = await claimJobs(ctx, 'mine/1/x', 1)
    await finishJobs(ctx, 'yours/1/x', [claim?.id ?? 0])
    expect((await onlyJob())?.state).toBe('running')
  })
})

describe('the runner', () => {
  test('runs a job as soon as it is woken', async () => {
    const performed = Promise.withResolvers<void>()
    const job = jobThat(async () => performed.resolve())
    const runner = await startRunner(ctx, [job])
    await job.insert(ctx, { n: 1 })
    ctx.jobsReady.wake()
    await performed.promise
    await runner.stop()
    expect((await onlyJob())?.state).toBe('done')
  })

  test('runs each job once and never more than its limit at a time', async () => {
    const seen: number[] = []
    let running = 0
    let most = 0
    const all = Promise.withResolvers<void>()
    const job = defineJob('test.count', t.Object({ n: t.Number() }), async (_, { n }) => {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      seen.push(n)
      if (seen.length === 100) all.resolve()
    })
    const runner = await startRunner(ctx, [job], 5)
    for (let n = 0; n < 100; n++) await job.insert(ctx, { n })
    ctx.jobsReady.wake()
    await all.promise
    await runner.stop()
    expect(new Set(seen).size).toBe(100)
    expect(most).toBeLessThanOrEqual(5)
    expect(await ctx.db.$count(jobs, eq(jobs.state, 'done'))).toBe(100)
  })

  test('returns a job that shutdown interrupts, without using an attempt', async () => {
    const started = Promise.withResolvers<void>()
    const job = jobThat(async (attempt) => {
      started.resolve()
      await new Promise((_, reject) =>
        attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason)),
      )
    })
    await job.insert(ctx, { n: 1 })
    const runner = await startRunner(ctx, [job])
    await started.promise
    await runner.stop(0)
    expect(await onlyJob()).toMatchObject({ state: 'ready', failures: 0 })
  })
})

test('finished jobs are stored for seven days', async () => {
  const job = jobThat(async () => {})
  await job.insert(ctx, { n: 1 })
  await perform(job)
  const week = 7 * 24 * 60 * 60 * 1000
  ctx.clock.advance(week)
  await sweepJobs.perform(ctx, {}, { signal: new AbortController().signal } as Attempt)
  expect(await ctx.db.$count(jobs)).toBe(1)
  ctx.clock.advance(1)
  await sweepJobs.perform(ctx, {}, { signal: new AbortController().signal } as Attempt)
  expect(await ctx.db.$count(jobs)).toBe(0)
})

test.each([
  [1, 500, 1000],
  [2, 1000, 2000],
  [5, 8000, 16_000],
  [30, 300_000, 600_000],
])('the wait after attempt %p is between %p and %p milliseconds', (attempt, least, most) => {
  expect(backoff(attempt, 0)).toBe(least)
  expect(backoff(attempt, 1)).toBe(most)
})

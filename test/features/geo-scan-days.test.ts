import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { competitors } from '../../src/features/geo/competitors/table.ts'
import { projects } from '../../src/features/geo/projects/table.ts'
import { releaseUnstoredScans } from '../../src/features/geo/scans/begin-scan.ts'
import { nextSlot } from '../../src/features/geo/scans/recurring-scans.ts'
import { sweepProject } from '../../src/features/geo/scans/remove-project.ts'
import { answers, checks, scans, tallies } from '../../src/features/geo/scans/table.ts'
import { geoSettings } from '../../src/features/geo/settings/table.ts'
import { setLimits } from '../../src/features/usage/limits.ts'
import { readUsage } from '../../src/features/usage/read-usage.ts'
import { reserve } from '../../src/features/usage/reserve.ts'
import { insertJob, maxDeathsAlone, suspectAfter } from '../../src/jobs/queue.ts'
import { jobs } from '../../src/jobs/table.ts'
import { type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { badDays, engineServer } from '../support/engine-server.ts'
import { track } from '../support/tracking.ts'

const twoPrompts = ['first of the prompts', 'second of the prompts']
const minute = 60_000
const hour = 60 * minute

let engine: ReturnType<typeof engineServer>
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
beforeEach(async () => {
  engine = engineServer({})
  app = await testApp({}, { writer: null, small: null }, engine.engines())
  acme = await app.team('acme')
})
afterEach(() => engine.stop())

const start = (projectId: string) => acme.call('POST', `/v1/projects/${projectId}/geo/scans`)
const list = async (projectId: string) =>
  (await acme.call('GET', `/v1/projects/${projectId}/geo/scans`)).body.scans as any[]
const settingsOf = async (projectId: string) =>
  (await app.ctx.db.select().from(geoSettings).where(eq(geoSettings.projectId, projectId)))[0]
const at = (milliseconds: number) => new Date(app.ctx.now().getTime() + milliseconds)

async function perform(job: string, payload: object) {
  await insertJob(app.ctx, job, payload, {})
  await drain(app.ctx)
}
const sweep = () => perform('scans.sweep', {})
const answersUsed = async () =>
  (await readUsage(app.ctx, acme.id)).features.find(({ feature }) => feature === 'ai_answers')

describe('the slot of a project', () => {
  test('is for one scan at a time; the second one is refused with 409', async () => {
    const projectId = await track(app.ctx, acme.id)
    await start(projectId)
    const { status, body } = await start(projectId)
    expect([status, body.error]).toEqual([409, 'A scan of this project is running already'])
    await drain(app.ctx)
    expect((await start(projectId)).status).toBe(202)
  })

  test('that was not renewed for two hours is free; the old scan ends as stale and frees no other slot', async () => {
    const projectId = await track(app.ctx, acme.id)
    const first = (await start(projectId)).body.scanId
    app.ctx.clock.advance(2 * hour + 1)
    const second = (await start(projectId)).body.scanId
    await app.ctx.db.delete(jobs)
    await sweep()
    const [newer, older] = await list(projectId)
    expect([newer.id, newer.status, older.id, older.status, older.errorMessage, older.retryable]).toEqual([
      ...[second, 'running', first, 'failed', 'The scan did not end within two hours.', true],
    ])
    expect((await settingsOf(projectId))?.scanId).toBe(second)
  })

  test('is freed, and the scan failed, when its job dies; stored answers are counted and charged', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    const projectId = await track(app.ctx, acme.id, { prompts: twoPrompts })
    await start(projectId)
    engine.replyWith('Acme.', badDays.limited)
    await drain(app.ctx)
    await app.ctx.db
      .update(jobs)
      .set({ deaths: suspectAfter + maxDeathsAlone })
      .where(eq(jobs.name, 'scans.run'))
    app.ctx.clock.advance(30_000)
    await drain(app.ctx)
    const [scan] = await list(projectId)
    expect([scan.status, scan.checks, scan.errorMessage]).toEqual([
      'failed',
      { planned: 2, saved: 1, failed: 0 },
      'The server crashed 20 times while this job ran alone.',
    ])
    expect([(await settingsOf(projectId))?.scanId, await app.ctx.db.$count(tallies)]).toEqual([null, 1])
    expect(await answersUsed()).toMatchObject({ held: 0, used: 1 })
  })

  test('is renewed by a long scan', async () => {
    const projectId = await track(app.ctx, acme.id, { prompts: twoPrompts })
    await start(projectId)
    engine.replyWith(() => {
      app.ctx.clock.advance(31 * minute)
      engine.replyWith(badDays.limited)
      return 'Acme.'
    })
    await drain(app.ctx)
    expect((await settingsOf(projectId))?.scanStartedAt).toEqual(app.ctx.now())
  })
})

describe('quota', () => {
  test('a scan reserves its planned answers, and pays for the stored ones', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    engine.replyWith('Acme.', badDays.broken)
    const projectId = await track(app.ctx, acme.id, {
      prompts: twoPrompts,
    })
    await start(projectId)
    expect(await answersUsed()).toMatchObject({ held: 2, used: 0 })
    await drain(app.ctx)
    expect(await answersUsed()).toMatchObject({ held: 0, used: 1 })
  })

  test('without quota a scan is refused with 402, and leaves the slot free', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 1 })
    const projectId = await track(app.ctx, acme.id, {
      prompts: twoPrompts,
    })
    const { status, body } = await start(projectId)
    expect([status, body.error]).toEqual([
      402,
      'This takes 2 AI answers, and 1 of the 1 of this month are left; raise the limit or add AI credits.',
    ])
    expect([(await settingsOf(projectId))?.scanId, await list(projectId)]).toEqual([null, []])
  })

  test('the quota of a scan that was never stored is released at the next start', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    await start(await track(app.ctx, acme.id))
    const reservation = { organizationId: acme.id, feature: 'ai_answers', units: 3 } as const
    await reserve(app.ctx, { ...reservation, executionId: Bun.randomUUIDv7() })
    expect((await answersUsed())?.held).toBe(4)
    await releaseUnstoredScans(app.ctx, { isOnly: true })
    expect((await answersUsed())?.held).toBe(1)
  })

  test('a scan that another process is about to store keeps its reservation for a minute', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    const reservation = { organizationId: acme.id, feature: 'ai_answers', units: 3 } as const
    await reserve(app.ctx, { ...reservation, executionId: Bun.randomUUIDv7(), holdMinutes: 120 })
    await releaseUnstoredScans(app.ctx)
    expect((await answersUsed())?.held).toBe(3)
    app.ctx.clock.advance(minute + 1)
    await releaseUnstoredScans(app.ctx)
    expect((await answersUsed())?.held).toBe(0)
  })

  test('a scan without a single answer costs nothing', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    engine.replyWith(badDays.broken)
    await start(await track(app.ctx, acme.id))
    await drain(app.ctx)
    expect(await answersUsed()).toMatchObject({ held: 0, used: 0 })
  })
})

describe('a scan without a single answer', () => {
  test('is repeated as a whole five minutes later, once', async () => {
    engine.replyWith(badDays.broken)
    const projectId = await track(app.ctx, acme.id)
    const { scanId } = (await start(projectId)).body
    await drain(app.ctx)
    app.ctx.clock.advance(5 * minute - 1)
    await drain(app.ctx)
    expect((await list(projectId)).length).toBe(1)
    app.ctx.clock.advance(1)
    await drain(app.ctx)
    app.ctx.clock.advance(hour)
    await drain(app.ctx)
    expect((await list(projectId)).map(({ cause, status, retryOf }) => [cause, status, retryOf])).toEqual([
      ['retry', 'failed', scanId],
      ['manual', 'failed', null],
    ])
  })

  test('is not repeated if there is a newer scan', async () => {
    engine.replyWith(badDays.broken)
    const projectId = await track(app.ctx, acme.id)
    await start(projectId)
    await drain(app.ctx)
    engine.replyWith('Acme.')
    app.ctx.clock.advance(minute)
    await start(projectId)
    await drain(app.ctx)
    app.ctx.clock.advance(5 * minute)
    await drain(app.ctx)
    expect((await list(projectId)).map(({ status }) => status)).toEqual(['completed', 'failed'])
  })
})

describe('the next time of a recurring scan', () => {
  const due = new Date('2026-03-01T09:30:00.000Z')
  test.each([
    ['whole intervals after the time that was due', 24, '2026-03-01T09:40:00Z', '2026-03-02T09:30:00.000Z'],
    ['more than two hours off', 24, '2026-03-02T07:30:00Z', '2026-03-03T09:30:00.000Z'],
    ['at the same time of day after a long pause', 48, '2026-03-10T20:00:00Z', '2026-03-11T09:30:00.000Z'],
  ])('is %s', (_, interval, now, next) => {
    expect(nextSlot(due, interval, new Date(now)).toISOString()).toBe(next)
  })

  test('has no seconds', () => {
    expect(nextSlot(new Date('2026-03-01T09:30:41.500Z'), 24, due).toISOString()).toBe(
      '2026-03-02T09:30:00.000Z',
    )
  })
})

describe('recurring scans', () => {
  const recurring = (settings = {}) =>
    track(app.ctx, acme.id, { enabled: true, nextScanAt: at(-minute), ...settings })

  test('start when they are due, and move their next time', async () => {
    const projectId = await recurring()
    await sweep()
    expect((await list(projectId)).map(({ cause, status }) => [cause, status])).toEqual([
      ['recurring', 'completed'],
    ])
    expect((await settingsOf(projectId))?.nextScanAt).toEqual(at(24 * hour - minute))
    await sweep()
    expect((await list(projectId)).length).toBe(1)
  })

  test('that are off or not due do not start', async () => {
    const off = await recurring({ enabled: false })
    const later = await recurring({ nextScanAt: at(minute) })
    await sweep()
    expect([await list(off), await list(later)]).toEqual([[], []])
  })

  test('without a time start immediately', async () => {
    const projectId = await recurring({ nextScanAt: null })
    await sweep()
    expect((await list(projectId)).length).toBe(1)
  })

  test('are covered by an attempt that ended after they became due', async () => {
    const projectId = await recurring({ lastScanAt: at(-1) })
    await sweep()
    expect([await list(projectId), (await settingsOf(projectId))?.nextScanAt]).toEqual([
      [],
      at(24 * hour - minute),
    ])
  })

  test('wait while another scan runs', async () => {
    const projectId = await recurring({ scanId: 'other', scanStartedAt: at(-minute) })
    await sweep()
    expect([await list(projectId), (await settingsOf(projectId))?.nextScanAt]).toEqual([[], at(-minute)])
  })

  test('without quota move to their next time and leave no scan behind', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 0 })
    const projectId = await recurring()
    await sweep()
    const settings = await settingsOf(projectId)
    expect([await list(projectId), settings?.nextScanAt, settings?.scanId]).toEqual([
      [],
      at(24 * hour - minute),
      null,
    ])
  })

  test('without questions are retried for twelve hours, then skipped with a log line', async () => {
    const projectId = await recurring({ prompts: [] })
    await sweep()
    expect(await list(projectId)).toEqual([])
    app.ctx.clock.advance(12 * hour)
    await sweep()
    expect((await list(projectId)).map(({ status, errorMessage }) => [status, errorMessage])).toEqual([
      ['failed', 'There is nothing to ask: add a prompt, or enable one'],
    ])
    expect((await settingsOf(projectId))?.nextScanAt).toEqual(at(12 * hour - minute))
  })

  test('that cannot start do not block others', async () => {
    await Promise.all(Array.from({ length: 3 }, () => recurring({ prompts: [], nextScanAt: at(-hour) })))
    const projectId = await recurring()
    await sweep()
    expect((await list(projectId)).length).toBe(1)
  })
})

describe('a deleted project', () => {
  test('with a running scan ends the scan, and only its cost remains', async () => {
    await setLimits(app.ctx, acme.id, { aiAnswers: 10 })
    await track(app.ctx, acme.id)
    const projectId = await track(app.ctx, acme.id, {
      prompts: Array.from({ length: 200 }, (_, index) => `prompt number ${index}`),
    })
    await setLimits(app.ctx, acme.id, { aiAnswers: 1000 })
    let count = 0
    const deletion = Promise.withResolvers<void>()
    let isDeleted = false
    engine.replyWith(async () => {
      // The scan ends these: an answer would let it ask the next question before it notices the deletion.
      if (isDeleted) return badDays.silent()
      if (++count === 12) {
        await acme.call('DELETE', `/v1/projects/${projectId}`)
        await sweepProject(app.ctx, { projectId })
        isDeleted = true
        deletion.resolve()
      }
      if (count >= 12) await deletion.promise
      return 'Acme.'
    })
    await start(projectId)
    await drain(app.ctx)
    for (const table of [scans, checks, answers, tallies]) expect(await app.ctx.db.$count(table)).toBe(0)
    const open = await app.ctx.db.select().from(jobs).where(eq(jobs.name, 'scans.run'))
    expect(open.map(({ state }) => state)).toEqual(['done'])
    // Eight questions at a time: eleven answered, eight during the deletion and at most eight after it.
    expect(engine.asked.length).toBeLessThanOrEqual(27)
    const usage = await answersUsed()
    expect([usage?.held, (usage?.used ?? 0) > 0]).toEqual([0, true])
  })

  test('loses its answers, and no other project does', async () => {
    const kept = await track(app.ctx, acme.id)
    const projectId = await track(app.ctx, acme.id)
    await start(kept)
    await start(projectId)
    await drain(app.ctx)
    await acme.call('DELETE', `/v1/projects/${projectId}`)
    await drain(app.ctx)
    for (const table of [scans, checks, tallies]) {
      const rows = await app.ctx.db.select().from(table)
      expect(rows.map((row) => row.projectId)).toEqual([kept])
    }
    expect(await app.ctx.db.$count(answers)).toBe(1)
    expect(await app.ctx.db.$count(projects)).toBe(1)
  })
})

describe('an edited name', () => {
  const rescore = (projectId: string) => perform('scans.rescore', { projectId })
  const readChecks = () => app.ctx.db.select().from(checks)

  test('rescores and counts stored answers', async () => {
    engine.replyWith('Akme is good, Globex too.')
    const projectId = await track(app.ctx, acme.id, { competitors: ['Initech'] })
    await start(projectId)
    await drain(app.ctx)
    expect((await readChecks()).map(({ mentioned, competitorIds }) => [mentioned, competitorIds])).toEqual([
      [false, []],
    ])
    const [before] = await app.ctx.db.select().from(tallies)
    await app.ctx.db.update(geoSettings).set({ aliases: ['Akme'] })
    await app.ctx.db.update(competitors).set({ synonyms: ['Globex'] })
    await rescore(projectId)
    expect((await readChecks()).map(({ mentioned, competitorIds }) => [mentioned, competitorIds])).toEqual([
      [true, [`initech-${projectId}`]],
    ])
    const [after] = await app.ctx.db.select().from(tallies)
    expect(after?.cells.equals(before?.cells ?? Buffer.alloc(0))).toBe(false)
    await app.ctx.db.delete(competitors)
    await rescore(projectId)
    expect((await readChecks()).map(({ competitorIds }) => competitorIds)).toEqual([[]])
  })

  test("preserves the judge's decisions", async () => {
    engine.replyWith('On monday I plan the week.')
    const projectId = await track(app.ctx, acme.id, { companyName: 'Monday' })
    await start(projectId)
    await drain(app.ctx)
    await app.ctx.db.update(answers).set({ decided: { own: false } })
    await rescore(projectId)
    expect((await readChecks()).map(({ mentioned }) => mentioned)).toEqual([false])
  })

  test('is searched in all answers of a running scan', async () => {
    const projectId = await track(app.ctx, acme.id)
    engine.replyWith(async () => {
      await app.ctx.db.update(geoSettings).set({ aliases: ['Akme'] })
      return 'Akme is good.'
    })
    await start(projectId)
    await drain(app.ctx)
    expect((await readChecks()).map(({ mentioned }) => mentioned)).toEqual([true])
  })

  test('is left to a later rescoring of the same project', async () => {
    engine.replyWith('Akme is good.')
    const projectId = await track(app.ctx, acme.id)
    await start(projectId)
    await drain(app.ctx)
    await app.ctx.db.update(geoSettings).set({ aliases: ['Akme'] })
    await insertJob(app.ctx, 'scans.rescore', { projectId }, {})
    await insertJob(app.ctx, 'scans.rescore', { projectId }, {})
    await drain(app.ctx)
    expect((await readChecks()).map(({ mentioned }) => mentioned)).toEqual([true])
    expect(
      (await app.ctx.db.select().from(jobs).where(eq(jobs.name, 'scans.rescore'))).map(({ state }) => state),
    ).toEqual(['done', 'done'])
  })
})

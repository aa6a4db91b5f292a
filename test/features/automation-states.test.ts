import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { recurring } from '../../src/cron/table.ts'
import { automations } from '../../src/features/automations/table.ts'
import {
  connect,
  type SignedInPerson,
  scheduleBody,
  type Team,
  testApp,
  triggerBody,
} from '../support/app.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { repository as hostRepository } from '../support/github-repository.ts'

let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let member: SignedInPerson
let repositoryId: string
beforeEach(async () => {
  const story = hostRepository('acme/app', { startsAt: '2026-03-03T09:00:00.000Z' })
  story.commit('feat: export every board')
  host = startGitHub({ repositories: [story] })
  app = await testApp({ githubApiUrl: host.url })
  acme = await app.team('acme')
  member = await acme.person('member')
  repositoryId = (await connect(app.ctx, acme.id)).id
})
afterEach(() => host.stop())

const schedule = async (changes: Record<string, unknown> = {}) =>
  (await member.call('POST', '/v1/schedules', scheduleBody(repositoryId, changes))).body.schedule.id as string
const states = async (person = member) => (await person.call('GET', '/api/app/automations')).body.automations
const stateOf = async (id: string) => (await states()).find((each: { id: string }) => each.id === id)

test('a schedule shows its next run, and a trigger or a disabled schedule none', async () => {
  const on = await schedule()
  const off = await schedule({ name: 'Off', enabled: false, lookbackWindow: 'yesterday' })
  const trigger = (await member.call('POST', '/v1/event-triggers', triggerBody(repositoryId))).body
    .eventTrigger.id
  const [timer] = await app.ctx.db
    .select()
    .from(recurring)
    .where(eq(recurring.key, `schedules:${on}`))
  expect((await stateOf(on)).nextRunAt).toBe(timer?.nextAt.toISOString())
  expect(await stateOf(off)).toEqual({ id: off, nextRunAt: null, pausedBecause: null, lastRun: null })
  expect(await stateOf(trigger)).toEqual({ id: trigger, nextRunAt: null, pausedBecause: null, lastRun: null })
})

test('the last run is shown with its post, and without it once the post was deleted', async () => {
  const id = await schedule({ lookbackWindow: 'last_14_days' })
  await member.call('POST', `/api/app/schedules/${id}/run`)
  await drain(app.ctx)
  app.ctx.clock.advance(60_000)
  const { jobId } = (await member.call('POST', `/api/app/schedules/${id}/run`)).body
  await drain(app.ctx)
  const { lastRun } = await stateOf(id)
  expect(lastRun).toMatchObject({ id: jobId, status: 'completed', error: null })
  const { post } = (await member.call('GET', `/v1/posts/${lastRun.post.id}`)).body
  expect(lastRun.post.title).toBe(post.title)
  await member.call('DELETE', `/v1/posts/${post.id}`)
  expect((await stateOf(id)).lastRun.post).toBe(null)
})

test('an automation paused after three failures shows the reason, and one disabled by a user does not', async () => {
  const paused = await schedule()
  const off = await schedule({ name: 'Off', enabled: false, lookbackWindow: 'yesterday' })
  for (const [id, failureCount] of [
    [paused, 3],
    [off, 2],
  ] as const)
    await app.ctx.db
      .update(automations)
      .set({ enabled: false, failureReason: 'workflow_errors', failureCount })
      .where(eq(automations.id, id))
  expect((await stateOf(paused)).pausedBecause).toBe('Three runs in a row failed.')
  expect((await stateOf(off)).pausedBecause).toBe(null)
})

test('only users of the organization see it', async () => {
  await schedule()
  const globex = await (await app.team('globex')).person('owner')
  expect(await states(globex)).toEqual([])
  expect((await acme.call('GET', '/api/app/automations')).status).toBe(401)
  expect((await app.anonymous('GET', '/api/app/automations')).status).toBe(401)
})

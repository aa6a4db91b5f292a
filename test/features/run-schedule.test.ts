import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
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
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'

let host: GitHubHost
let story: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let acme: Team
let member: SignedInPerson
let repositoryId: string
beforeEach(async () => {
  story = hostRepository('acme/app', { startsAt: '2026-03-03T09:00:00.000Z' })
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
const run = (id: string) => member.call('POST', `/api/app/schedules/${id}/run`)
const runs = async () => (await member.call('GET', '/v1/runs')).body.runs

describe('running a schedule now', () => {
  test('writes its post about its window up to now, and keeps its next time', async () => {
    const id = await schedule({ lookbackWindow: 'last_14_days', autoPublish: true })
    const timers = await app.ctx.db.select().from(recurring)
    const { status, body } = await run(id)
    expect(status).toBe(202)
    await drain(app.ctx)
    const { run: done, events } = (await member.call('GET', `/v1/runs/${body.jobId}`)).body
    expect(done).toMatchObject({
      status: 'completed',
      source: 'dashboard',
      lookbackWindow: 'last_14_days',
      cause: { type: 'schedule', automationId: id, text: 'Schedule “Weekly”, run manually' },
      post: { status: 'published' },
    })
    expect(events.at(-1).type).toBe('completed')
    const { post } = (await member.call('GET', `/v1/posts/${done.postId}`)).body
    expect(post.sourceMetadata).toMatchObject({
      triggerId: id,
      triggerSourceType: 'cron',
      lookbackRange: { start: '2026-02-18T12:00:00.000Z', end: app.ctx.now().toISOString() },
    })
    expect(await app.ctx.db.select().from(recurring)).toEqual(timers)
  })

  test('twice gives two runs', async () => {
    const id = await schedule()
    const [one, two] = await Promise.all([run(id), run(id)])
    expect(one.body.jobId).not.toBe(two.body.jobId)
    expect((await runs()).map((each: { id: string }) => each.id).sort()).toEqual(
      [one.body.jobId, two.body.jobId].sort(),
    )
  })

  test('does not affect the failures that pause it', async () => {
    const id = await schedule()
    await app.ctx.db.update(automations).set({ failureReason: 'workflow_errors', failureCount: 2 })
    const failures = async () => {
      const [row] = await app.ctx.db.select().from(automations)
      return [row?.enabled, row?.failureCount]
    }
    await run(id)
    await drain(app.ctx)
    expect((await runs())[0].status).toBe('completed')
    expect(await failures()).toEqual([true, 2])
    host.failNext('unauthorized', 50)
    await run(id)
    await drain(app.ctx)
    expect((await runs())[0].status).toBe('failed')
    expect(await failures()).toEqual([true, 2])
  })

  test('is refused for a disabled one', async () => {
    const answer = await run(await schedule({ enabled: false }))
    expect([answer.status, answer.body]).toEqual([409, { error: 'The schedule is disabled' }])
    expect(await runs()).toEqual([])
  })

  test('is 404 for a trigger, a schedule of another organization and a deleted one', async () => {
    const trigger = (await member.call('POST', '/v1/event-triggers', triggerBody(repositoryId))).body
      .eventTrigger
    const stranger = await (await app.team('other')).person('owner')
    const id = await schedule()
    for (const answer of [
      await run(trigger.id),
      await run('none'),
      await stranger.call('POST', `/api/app/schedules/${id}/run`),
    ])
      expect([answer.status, answer.body]).toEqual([404, { error: 'Schedule not found' }])
  })

  test('shares its limit with requests for posts', async () => {
    const id = await schedule()
    await member.call('POST', '/v1/posts/generate', { contentType: 'changelog' })
    for (let n = 0; n < 9; n++) expect((await run(id)).status).toBe(202)
    const refused = await run(id)
    expect([refused.status, refused.body.error]).toEqual([429, 'Rate limit exceeded'])
  })
})

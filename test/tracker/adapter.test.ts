import { beforeEach, expect, test } from 'bun:test'
import { trackerCommands } from '../../src/cli/tracker.ts'
import type { TrackerRow } from '../../src/features/integrations/model.ts'
import { trackers } from '../../src/features/integrations/table.ts'
import { trackerAdapters } from '../../src/tracker/adapters.ts'
import { type SignedInPerson, scheduleBody, type Team, testApp } from '../support/app.ts'
import { drain } from '../support/context.ts'
import { board, boardToken } from './board.ts'

let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let admin: SignedInPerson
beforeEach(async () => {
  app = await testApp()
  app.ctx.trackers = [...trackerAdapters, board]
  team = await app.team('acme')
  admin = await team.person('admin')
})

const connect = async (more: Record<string, unknown> = {}) =>
  admin.call('POST', '/api/app/trackers', { provider: 'board', token: boardToken, ...more })

test('a listed adapter is offered with its own form, and connects with its own token', async () => {
  const { body } = await admin.call('GET', '/api/app/integrations')
  expect(body.trackerKinds.map(({ provider }: { provider: string }) => provider)).toEqual(['linear', 'board'])
  expect(body.trackerKinds[1]).toEqual({ provider: 'board', name: 'Board', token: board.token })
  const workspace = await admin.call('POST', '/api/app/trackers/workspace', {
    provider: 'board',
    token: boardToken,
  })
  expect(workspace.body).toEqual({
    workspaceName: 'Acme',
    teams: [{ id: 't1', key: 'DEV', name: 'Development' }],
  })
  const connected = await connect({ teamId: 't1' })
  expect([connected.status, connected.body.tracker.displayName]).toEqual([201, 'Acme / Development'])
})

test("an adapter's refusal has its own message", async () => {
  const { status, body } = await connect({ token: 'board_other' })
  expect([status, body.error]).toEqual([400, 'Board does not accept the token.'])
})

test('a provider without an adapter is refused with the known ones', async () => {
  const { status, body } = await connect({ provider: 'wall' })
  expect([status, body.error]).toEqual([400, 'Unknown tracker "wall". Known: linear, board.'])
})

test('the list of integrations names trackers other than Linear, and Linear as before', async () => {
  expect((await team.call('GET', '/v1/integrations')).body).not.toHaveProperty('trackers')
  const { id } = (await connect()).body.tracker
  const { linear, trackers } = (await team.call('GET', '/v1/integrations')).body
  expect(linear).toEqual([])
  expect(trackers).toEqual([
    {
      id,
      provider: 'board',
      displayName: 'Acme',
      workspaceId: 'w1',
      workspaceName: 'Acme',
      teamId: null,
      teamName: null,
    },
  ])
})

test('a changelog lists the issues of any tracker', async () => {
  const { id } = (await connect()).body.tracker
  const asked = await team.call('POST', '/v1/posts/generate', {
    contentType: 'changelog',
    integrations: { linear: [id] },
  })
  await drain(app.ctx)
  const { job, events } = (await team.call('GET', `/v1/posts/generate/${asked.body.job.id}`)).body
  const { post } = (await team.call('GET', `/v1/posts/${job.postId}`)).body
  expect(post.markdown).toContain('Add an export')
  expect(post.sourceMetadata.ledger[0].issues[0]).toMatchObject({ provider: 'board', identifier: 'DEV-7' })
  expect(events.map(({ message }: { message: string }) => message).join(' ')).toContain('project Spring')
})

test('a tracker that shares ids with Linear is a separate tracker', async () => {
  await connect()
  const [row] = await app.ctx.db.select().from(trackers)
  await app.ctx.db.insert(trackers).values({ ...(row as TrackerRow), id: 'other', provider: 'linear' })
  await connect()
  expect(await app.ctx.db.$count(trackers)).toBe(2)
})

test('a schedule reads a tracker as <provider>:<id>, and ends when it is disconnected', async () => {
  const { id } = (await connect()).body.tracker
  const made = await team.call('POST', '/v1/schedules', scheduleBody(`board:${id}`))
  expect(made.status).toBe(201)
  const { body } = await admin.call('DELETE', `/api/app/trackers/${id}`)
  expect(body.disabledSchedules.map((each: { id: string }) => each.id)).toEqual([made.body.schedule.id])
})

test('each adapter has its command', () => {
  expect(trackerCommands(board).map(({ name }) => name)).toEqual(['board connect'])
})

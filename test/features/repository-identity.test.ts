import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { integrations } from '../../src/features/integrations/table.ts'
import { listDeliveryLogs } from '../../src/features/webhooks/delivery-log.ts'
import { connect, scheduleBody, type Team, testApp, triggerBody, webhookSecret } from '../support/app.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { deliveryHeaders } from '../support/github-deliveries.ts'
import { repository as hostRepository } from '../support/github-repository.ts'
import { pullRequestPayload, pushPayload, releasePayload } from '../support/payloads.ts'

const hostId = 1296269
let host: GitHubHost
let app: Awaited<ReturnType<typeof testApp>>
let team: Team
let repository: Awaited<ReturnType<typeof connect>>
beforeEach(async () => {
  host = startGitHub({ repositories: [hostRepository('acme/app')] })
  app = await testApp({ githubApiUrl: host.url })
  team = await app.team('acme')
  repository = await connect(app.ctx, team.id)
})
afterEach(() => host.stop())

function deliver(event: string, payload: unknown, id: string = crypto.randomUUID()) {
  const body = JSON.stringify(payload)
  return app.anonymous('POST', repository.hook, body, deliveryHeaders(event, body, webhookSecret, id))
}
const stored = async (id = repository.id) => {
  const [row] = await app.ctx.db.select().from(integrations).where(eq(integrations.id, id))
  return row
}
const listed = async () => (await team.call('GET', '/v1/integrations')).body.github
const known = (id: number) => app.ctx.db.update(integrations).set({ hostId: id })
/** A payload with the repository's current name at the code host. */
const of = (changes: Record<string, unknown>, payload: object = pushPayload()) => ({
  ...payload,
  repository: { ...pushPayload().repository, ...changes },
})
const renamed = { name: 'rocket', full_name: 'zenith/rocket', html_url: 'https://github.com/zenith/rocket' }

describe('the id of a repository at the code host', () => {
  test('is stored when it is connected', async () => {
    host.add(hostRepository('acme/new'))
    const { body } = await team.call('POST', '/v1/integrations/github', { owner: 'acme', repo: 'new' })
    expect((await stored(body.github.id))?.hostId).toBe(hostId)
  })

  test.each([
    ['processed', 'push', pushPayload()],
    ['filtered', 'push', pushPayload({ ref: 'refs/heads/topic' })],
    ['a signal', 'pull_request', pullRequestPayload()],
  ])('is stored from the first delivery that is signed and %s', async (_, event, payload) => {
    await app.anonymous('POST', repository.hook, JSON.stringify(of({ id: 666 })), {
      'x-github-event': 'push',
      'x-hub-signature-256': 'sha256=0',
    })
    expect((await stored())?.hostId).toBe(null)
    await deliver(event, payload)
    expect((await stored())?.hostId).toBe(hostId)
  })

  test.each([
    ['push', pushPayload()],
    ['push', pushPayload({ ref: 'refs/heads/topic' })],
    ['release', releasePayload()],
    ['pull_request', pullRequestPayload()],
  ])('must be that of every %s', async (event, payload) => {
    await known(77)
    const { status, body } = await deliver(event, payload)
    expect([status, body]).toEqual([400, { error: 'Invalid webhook payload structure' }])
    const [entry] = await listDeliveryLogs(app.ctx, { organizationId: team.id }, 10)
    expect(entry).toMatchObject({
      title: 'Invalid webhook payload structure',
      errorMessage: `repository.id: expected 77, the ID of the connected repository, not ${hostId}`,
    })
    expect((await stored())?.hostId).toBe(77)
  })
})

describe('a repository that was renamed or transferred', () => {
  test('is followed: its name, its links and the lists', async () => {
    await known(hostId)
    expect((await deliver('push', of(renamed))).body.repository).toEqual({
      id: hostId,
      fullName: 'zenith/rocket',
    })
    expect(await listed()).toMatchObject([{ displayName: 'zenith/rocket', owner: 'zenith', repo: 'rocket' }])
    expect((await stored())?.url).toBe('https://github.com/zenith/rocket')
    await team.call('POST', '/v1/schedules', scheduleBody(repository.id))
    const { body } = await team.call('GET', '/v1/schedules')
    expect(body.repositoryMap).toEqual({ [repository.id]: 'zenith/rocket' })
  })

  test('is followed by its full name if the payload has no address', async () => {
    await deliver('push', of({ ...renamed, html_url: undefined }))
    expect((await stored())?.url).toBe('https://github.com/zenith/rocket')
  })

  test('keeps a custom display name', async () => {
    await app.ctx.db.update(integrations).set({ displayName: 'The app' })
    await deliver('push', of(renamed))
    expect(await listed()).toMatchObject([{ displayName: 'The app', repo: 'rocket' }])
  })

  test('keeps its name while another integration has the new one; the delivery is processed', async () => {
    await connect(app.ctx, team.id, 'Zenith/Rocket')
    expect((await deliver('push', of(renamed))).status).toBe(200)
    expect((await stored())?.repo).toBe('app')
  })

  test('is not renamed back by an earlier redelivery', async () => {
    await team.call('POST', '/v1/event-triggers', triggerBody(repository.id))
    await deliver('push', pushPayload(), 'old')
    await deliver('push', of(renamed))
    app.ctx.clock.advance(25 * 60 * 60 * 1000)
    expect((await deliver('push', pushPayload(), 'old')).status).toBe(200)
    expect((await stored())?.repo).toBe('rocket')
  })

  test('cannot be connected under its new name, because it is connected and followed', async () => {
    await known(hostId)
    host.add(hostRepository('zenith/rocket'))
    host.redirect('/repos/acme/app', `${host.url}/repos/zenith/rocket`)
    const { status, body } = await team.call('POST', '/v1/integrations/github', {
      owner: 'zenith',
      repo: 'rocket',
    })
    expect([status, body]).toEqual([409, { error: 'Repository already connected' }])
    expect(await listed()).toMatchObject([{ id: repository.id, displayName: 'zenith/rocket' }])
  })

  test('whose old name is gone counts as connected too', async () => {
    await known(hostId)
    await app.ctx.db.update(integrations).set({ repo: 'gone' })
    const { status } = await team.call('POST', '/v1/integrations/github', { owner: 'acme', repo: 'app' })
    expect(status).toBe(409)
    expect(await listed()).toHaveLength(1)
  })

  test('is a separate repository in another organization', async () => {
    await known(hostId)
    const neighbour = await app.team('neighbour')
    const { status } = await neighbour.call('POST', '/v1/integrations/github', { owner: 'acme', repo: 'app' })
    expect(status).toBe(201)
  })
})

describe('branches', () => {
  test('a renamed default branch is followed, and pushes to it pass', async () => {
    const { status, body } = await deliver(
      'push',
      of({ default_branch: 'trunk' }, pushPayload({ ref: 'refs/heads/trunk' })),
    )
    expect([status, body.processed.data.branch]).toEqual([200, 'trunk'])
    expect(await listed()).toMatchObject([{ defaultBranch: 'trunk' }])
  })

  test.each([
    ['release', releasePayload()],
    ['pull_request', pullRequestPayload()],
    ['push', pushPayload({ ref: 'refs/heads/topic' })],
  ])('a %s reports it too', async (event, payload) => {
    await deliver(event, of({ default_branch: 'trunk' }, payload))
    expect((await stored())?.defaultBranch).toBe('trunk')
  })

  test('the list shows the default branch, and the requested one', async () => {
    await app.ctx.db.update(integrations).set({ branch: 'next' })
    expect(await listed()).toMatchObject([{ defaultBranch: 'main', branch: 'next' }])
    await app.ctx.db.update(integrations).set({ branch: 'main' })
    expect(Object.keys((await listed())[0])).not.toContain('branch')
  })

  test('pushes pass for the default branch only, whatever was requested', async () => {
    await app.ctx.db.update(integrations).set({ branch: 'next' })
    expect((await deliver('push', pushPayload({ ref: 'refs/heads/next' }))).body.filtered).toBe(true)
    expect((await deliver('push', pushPayload())).body.processed.action).toBe('pushed')
  })

  test('a requested branch with the name of the default branch is renamed with it', async () => {
    await app.ctx.db.update(integrations).set({ branch: 'main' })
    await deliver('push', of({ default_branch: 'trunk' }))
    expect(await listed()).toMatchObject([{ defaultBranch: 'trunk' }])
    expect((await stored())?.branch).toBe(null)
  })
})

import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { isPublic } from '../../src/codehost/github-answer.ts'
import { watchRepository } from '../../src/features/integrations/polling.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { setSwitches } from '../../src/features/organizations/service.ts'
import { pollRepositoryJob } from '../../src/features/webhooks/job.ts'
import { performDueJobs } from '../../src/jobs/runner.ts'
import { connect, type SignedInPerson, type Team, testApp } from '../support/app.ts'
import { command } from '../support/command.ts'
import { drain } from '../support/context.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostRepository, repository as hostRepository } from '../support/github-repository.ts'
import { cleanUp, temporaryFolder } from '../support/process.ts'

const operatorToken = 'ghp_operator'
let host: GitHubHost
let secret: HostRepository
let open: HostRepository
let app: Awaited<ReturnType<typeof testApp>>
let tenant: Team
let admin: SignedInPerson
beforeEach(async () => {
  secret = hostRepository('operator/secret', { isPrivate: true, startsAt: '2026-03-01T09:00:00.000Z' })
  secret.commit('feat: begin')
  open = hostRepository('acme/open', { startsAt: '2026-03-01T09:00:00.000Z' })
  open.commit('feat: begin')
  host = startGitHub({ repositories: [secret, open] })
  app = await testApp({ githubApiUrl: host.url, githubToken: operatorToken })
  tenant = await app.team('tenant')
  admin = await tenant.person('admin')
})
afterEach(() => host.stop())
afterAll(cleanUp)

const connectIt = (repo: string, owner = 'operator', token?: string) =>
  tenant.call('POST', '/v1/integrations/github', { owner, repo, token })
const privateSentence = (name: string) =>
  `The repository ${name} is private. Add a token to its integration, or ask the operator to allow the operator's token for this organization.`

test.each([
  [{ private: false, visibility: 'public' }, true],
  [{ private: false }, true],
  [{ private: true }, false],
  [{ private: true, visibility: 'private' }, false],
  [{ private: false, visibility: 'internal' }, false],
  [{ private: null, visibility: null }, false],
  [{}, false],
])('a repository that the code host describes with %p is public: %p', (described, expected) => {
  expect(isPublic({ name: 'app', owner: { login: 'acme' }, ...described })).toBe(expected)
})

describe("the operator's token", () => {
  test('connects no private repository, and an unknown one is refused with the same sentence', async () => {
    for (const name of ['secret', 'unknown']) {
      const { status, body } = await connectIt(name)
      expect([status, body]).toEqual([
        400,
        { error: 'Repository not found; it may be private, then a token is needed' },
      ])
    }
    expect(await app.ctx.db.$count(integrations)).toBe(0)
    expect(host.requests.every(({ path }) => path.split('/').length <= 4)).toBe(true)
  })

  test('connects a public repository', async () => {
    expect((await connectIt('open', 'acme')).status).toBe(201)
    expect(host.requests.at(-1)?.authorization).toContain(operatorToken)
  })

  test("is not needed if the tenant's own token opens the private repository", async () => {
    expect((await connectIt('secret', 'operator', 'ghp_own')).status).toBe(201)
    expect(host.requests.every(({ authorization }) => authorization?.includes('ghp_own'))).toBe(true)
  })

  test('connects a private repository for an organization that the operator allowed, and for no other', async () => {
    await setSwitches(app.ctx, tenant.id, { operatorToken: true })
    expect((await connectIt('secret')).status).toBe(201)
    const other = await app.team('other')
    const answer = await other.call('POST', '/v1/integrations/github', { owner: 'operator', repo: 'secret' })
    expect(answer.status).toBe(400)
  })

  test("cannot replace a private repository's own token", async () => {
    const { body } = await connectIt('secret', 'operator', 'ghp_own')
    const answer = await admin.call('PATCH', `/api/app/integrations/${body.github.id}`, { token: null })
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: 'Repository not found; it may be private, then a token is needed' },
    ])
  })
})

describe('a connected repository that is private now', () => {
  let id: string
  beforeEach(async () => {
    id = (await connect(app.ctx, tenant.id, 'acme/open')).id
    open.isPrivate = true
  })
  const readPaths = () => host.requests.map(({ path }) => path).filter((path) => path !== '/repos/acme/open')

  test('is not previewed', async () => {
    const { status, body } = await tenant.call('POST', '/v1/activity/preview', { repositoryIds: [id] })
    expect([status, body.commits]).toEqual([200, []])
    expect(body.unreadable[0].error).toBe(privateSentence('acme/open'))
    expect(readPaths()).toEqual([])
  })

  test('gets no post', async () => {
    const { body } = await tenant.call('POST', '/v1/posts/generate', {
      contentType: 'changelog',
      repositoryIds: [id],
    })
    await drain(app.ctx)
    const { body: read } = await tenant.call('GET', `/v1/posts/generate/${body.job.id}`)
    expect([read.job.status, read.job.error]).toEqual([
      'failed',
      expect.stringContaining(privateSentence('acme/open')),
    ])
    expect(readPaths()).toEqual([])
  })

  test('is not polled, and its page says why', async () => {
    const [row] = await app.ctx.db.select().from(integrations)
    if (!row) throw new Error('The integration is gone.')
    await watchRepository(app.ctx, row, 5)
    await pollRepositoryJob.insert(app.ctx, { integrationId: id })
    await performDueJobs(app.ctx, [pollRepositoryJob])
    const { body } = await admin.call('GET', '/api/app/integrations')
    expect(body.repositories[0].watchProblem).toBe(privateSentence('acme/open'))
    expect(readPaths()).toEqual([])
  })

  test('is read again once the operator allows it', async () => {
    await setSwitches(app.ctx, tenant.id, { operatorToken: true })
    const { body } = await tenant.call('POST', '/v1/activity/preview', { repositoryIds: [id] })
    expect([body.unreadable, body.commits.length]).toEqual([[], 1])
  })
})

test('herald init says how to connect a private repository, and herald org set allows it', async () => {
  const settings = {
    DATA_DIR: temporaryFolder(),
    LOG_LEVEL: 'silent',
    GITHUB_API_URL: host.url,
    GITHUB_TOKEN: operatorToken,
  }
  const init = () => command(['init', '--org', 'acme', '--repo', 'operator/secret'], settings)
  expect(await init()).toMatchObject({
    exitCode: 1,
    stderr:
      'herald: Repository not found; it may be private, then a token is needed. For a private repository, add --token-file, or allow GITHUB_TOKEN with: herald org set --org acme --operator-token on\n',
  })
  const set = await command(['org', 'set', '--org', 'acme', '--operator-token', 'on'], settings)
  expect(set.stdout).toBe("acme can read private repositories with the operator's token.\n")
  expect((await init()).exitCode).toBe(0)
  const [listed] = JSON.parse((await command(['org', 'list', '--json'], settings)).stdout)
  expect(listed).toMatchObject({ slug: 'acme', operatorToken: true })
})

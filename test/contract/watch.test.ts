import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  allPosts,
  commitOf,
  connectRepository,
  createTrigger,
  deliver,
  pushOf,
  shasOf,
  webhookLogs,
} from './deliveries'
import { eventually } from './eventually'
import { type Herald, type Organization, openOrganization, run, startHerald } from './support'

setDefaultTimeout(60_000)

let herald: Herald
let acme: Organization
let count = 0
let name: string

beforeAll(async () => {
  herald = await startHerald()
  acme = await openOrganization(herald, 'acme')
})
afterAll(() => herald.stop())
beforeEach(() => {
  count += 1
  name = `acme/watched-${count}`
})

const watch = (...flags: string[]) =>
  herald.done('repo', 'watch', '--org', acme.slug, '--repo', name, ...flags)

// Watching begins with a poll, and so does every change of its interval.
const look = () => watch('--every', '5m')

function push(message: string) {
  const { commits } = herald.codeHost.historyOf(name)
  const commit = { ...commitOf(message), parents: [commits.at(-1)?.sha ?? ''] }
  commits.push(commit)
  return commit
}

test('a push and a release become posts without any delivery, and earlier events do not', async () => {
  const repository = await connectRepository(herald, acme, name)
  const trigger = await createTrigger(acme, [repository])
  await look()
  const commit = push('feat: without a webhook')
  const history = herald.codeHost.historyOf(name)
  history.releases.push({
    tag: 'v9.0.0',
    sha: commit.sha,
    prerelease: false,
    publishedAt: new Date().toISOString(),
  })
  await look()
  const posts = await eventually('both posts', async () => {
    const found = (await allPosts(acme)).filter(
      ({ sourceMetadata }) => sourceMetadata.triggerId === trigger.id,
    )
    return found.length === 2 && found
  })
  expect(posts.filter((post) => shasOf(post).includes(commit.sha))).toHaveLength(2)
  const titles = (await webhookLogs(herald, acme.slug, '--repo', name)).map(({ title }) => title)
  expect(titles.sort()).toEqual(['Processed push event', 'Processed release event'])
})

test('a webhook in addition starts no second run', async () => {
  const repository = await connectRepository(herald, acme, name)
  const trigger = await createTrigger(acme, [repository])
  await look()
  const commits = [push('feat: told twice'), push('feat: and this')]
  for (const commit of commits)
    await deliver(herald, repository, { event: 'push', payload: pushOf(name, [commit]) })
  await look()
  const last = push('feat: the closing push')
  await look()
  await deliver(herald, repository, { event: 'push', payload: pushOf(name, [last]) })
  const posts = await eventually('the posts', async () => {
    const found = (await allPosts(acme)).filter(
      ({ sourceMetadata }) => sourceMetadata.triggerId === trigger.id,
    )
    return found.length >= 3 && found
  })
  expect(posts.flatMap(shasOf).sort()).toEqual([...commits, last].map(({ sha }) => sha).sort())
})

describe('repo watch', () => {
  test('shows how a repository is watched, and ends it', async () => {
    await connectRepository(herald, acme, name)
    expect(await watch()).toBe(`${name} is not polled. Start with --every 5m.`)
    expect(await watch('--every', '1h')).toBe(`${name} is polled every hour while the server runs.`)
    expect(await watch()).toStartWith(`${name} is polled every hour.`)
    expect(await watch('--off')).toBe(`${name} is no longer polled.`)
    expect(await watch()).toBe(`${name} is not polled. Start with --every 5m.`)
  })

  test('says why the first poll failed, and keeps polling', async () => {
    await connectRepository(herald, acme, name)
    herald.codeHost.failNext(1)
    const { exitCode, stderr } = await herald.cli(
      'repo',
      'watch',
      '--org',
      'acme',
      '--repo',
      name,
      '--every',
      '5m',
    )
    expect(exitCode).toBe(0)
    expect(stderr).toBe(`The first poll failed: GitHub answered /repos/${name}/commits with status 502.\n`)
    expect(await watch()).toContain('The last poll failed: GitHub answered')
  })

  test.each(['7m', '90m', '5h', '2d', '0m', '30s', 'often'])('refuses an interval of %s', async (every) => {
    await connectRepository(herald, acme, name)
    const { exitCode, stderr } = await herald.cli(
      'repo',
      'watch',
      '--org',
      'acme',
      '--repo',
      name,
      '--every',
      every,
    )
    expect([exitCode, stderr.trim().split('\n').length]).toEqual([2, 1])
  })

  test('of a repository that is not connected says so', async () => {
    const { exitCode, stderr } = await herald.cli(
      'repo',
      'watch',
      '--org',
      'acme',
      '--repo',
      name,
      '--every',
      '5m',
    )
    expect(exitCode).toBe(1)
    expect(stderr).toContain(`${name} is not connected to "acme"`)
  })
})

describe('webhook secret', () => {
  const secret = (appUrl: string) =>
    run(['webhook', 'secret', '--org', acme.slug, '--repo', name, '--json'], {
      ...herald.settings,
      APP_URL: appUrl,
    })

  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
    'https://10.1.2.3',
    'http://192.168.1.5:8080',
    'https://herald.internal',
    'http://build-box:3000',
  ])('warns that GitHub cannot reach %s, and names the two ways', async (appUrl) => {
    await connectRepository(herald, acme, name)
    const { exitCode, stdout, stderr } = await secret(appUrl)
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout).url).toStartWith(appUrl)
    expect(stderr).toContain(`can reach ${appUrl}`)
    expect(stderr).toContain('tunnel')
    expect(stderr).toContain(`herald repo watch --org acme --repo ${name} --every 5m`)
  })

  test('has no warning if APP_URL is public', async () => {
    await connectRepository(herald, acme, name)
    expect((await secret('https://herald.example.com')).stderr).toBe('')
  })
})

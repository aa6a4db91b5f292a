import { Database } from 'bun:sqlite'
import { webhookSecretOf } from '../../src/features/integrations/secret-locations.ts'
import { integrations } from '../../src/features/integrations/table.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { words } from '../features/writer-brief.ts'
import { type GitHubHost, startGitHub } from '../support/github.ts'
import { type HostRepository, repository } from '../support/github-repository.ts'
import { startModels } from '../support/models.ts'
import type { Row, Workshop } from './benchmark.ts'
import { grouped, milliseconds } from './support/format.ts'
import { type Installation, install } from './support/herald.ts'
import { takeTurns } from './support/rounds.ts'
import { type Service, startService } from './support/service.ts'

const pullRequests = 500
const charactersPerToken = 4
const day = 86_400_000

/** A changelog of 500 pull requests from request to post, with a code host and a model that answer at once. */
export async function generation(workshop: Workshop): Promise<Row[]> {
  const story = tellStory()
  using host = startGitHub({ repositories: [story] })
  using models = startModels({ title: 'A good week', summary: words(150), highlights: [], titles: [] })
  const installation = await install(workshop, 'generation')
  const integrationId = await connectRepository(installation, story.fullName)
  const { key } = await createKey(installation.ctx, installation.organizationId, { name: 'bench' })
  const herald = await startWriting(workshop, installation, host.url, models.url)

  const first = await requestsOf(host, () => generate(herald, key, integrationId))
  const time = await takeTurns(5, {
    herald: () => timed(() => generate(herald, key, integrationId)),
    baseline: () => timed(() => repeat(host, first)),
  })
  await herald.stop()
  const commits = checkLedgers(installation.database)

  const least = Math.ceil(commits / 100) + Math.ceil(pullRequests / 100) + 1
  const tokens = Math.max(...models.asked.map(({ instructions, prompt }) => (instructions + prompt).length))
  const prompt = Math.round(tokens / charactersPerToken)
  return [
    {
      what: `changelog of ${pullRequests} pull requests, request to post`,
      reached: milliseconds(time.herald),
      baseline: milliseconds(time.baseline),
      ratio: time.herald / time.baseline,
      aim: 'under 2 s; the baseline only downloads',
      met: time.herald < 2000,
    },
    {
      what: '  requests to the code host',
      reached: String(first.length),
      aim: `at most ${least}: 1 per 100 items of a kind`,
      met: first.length <= least,
    },
    {
      what: "  the writer's prompt",
      reached: `${grouped(prompt)} tokens`,
      aim: 'under 30,000, in one call',
      met: prompt < 30_000 && models.asked.length === 6,
    },
  ]
}

/** Half of them squashed, half merged with two commits each, with bodies of realistic length. */
function tellStory(): HostRepository {
  const told = repository('acme/app', { startsAt: new Date(Date.now() - 6 * day).toISOString() })
  const kinds = ['feat: let people', 'fix: no longer', 'perf: quickly', 'docs: how to', 'refactor: again']
  for (let number = 1; number <= pullRequests; number++) {
    const title = `${kinds[number % kinds.length]} export report ${number} of the billing page`
    const body = `${title}, as was asked for.\n\n${words(120)}\n\n- [x] covered by a test\n- [x] no migration`
    const isMerged = number % 2 === 0
    told.pullRequest(title, {
      body,
      as: isMerged ? 'merge' : 'squash',
      commits: isMerged ? [`begin with report ${number}`, `end with report ${number}`] : [title],
    })
  }
  return told
}

/** Connects a repository of the code host without a request to it; returns the integration's id. */
export async function connectRepository(
  { ctx, organizationId }: Installation,
  fullName: string,
): Promise<string> {
  const [owner = '', repo = ''] = fullName.split('/')
  const id = Bun.randomUUIDv7()
  await ctx.db.insert(integrations).values({
    id,
    organizationId,
    provider: 'github',
    displayName: fullName,
    owner,
    repo,
    url: `https://github.com/${fullName}`,
    defaultBranch: 'main',
    encryptedWebhookSecret: ctx.secrets.encrypt('f'.repeat(64), webhookSecretOf({ id })),
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  })
  return id
}

/** Starts the binary with a code host to read and a model to ask. */
export function startWriting(
  { binary }: Workshop,
  { ctx, dataDir }: Installation,
  hostUrl: string,
  modelUrl: string,
): Promise<Service> {
  ctx.db.$client.close()
  return startService([binary, 'serve'], {
    DATA_DIR: dataDir,
    GITHUB_API_URL: hostUrl,
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API_KEY: 'bench',
    WRITER_MODEL: 'writer',
    LOG_LEVEL: 'warn',
  })
}

async function generate({ port }: Service, key: string, integrationId: string): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1/posts/generate`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ contentType: 'changelog', repositoryIds: [integrationId] })
  const asked = await fetch(url, { method: 'POST', headers, body })
  if (asked.status !== 202) throw new Error(`A generation was answered ${await asked.text()}`)
  const { job } = (await asked.json()) as { job: { id: string } }
  for (;;) {
    const answer = await fetch(`${url}/${job.id}`, { headers })
    const { status, error } = ((await answer.json()) as { job: { status: string; error: string } }).job
    if (status === 'completed') return
    if (status !== 'queued' && status !== 'running') throw new Error(`A generation ${status}: ${error}`)
    await Bun.sleep(2)
  }
}

async function requestsOf(host: GitHubHost, act: () => Promise<void>): Promise<string[]> {
  const before = host.requests.length
  await act()
  return host.requests.slice(before).map(({ path, query }) => path + query)
}

/** The same downloads without any processing. */
async function repeat({ url }: GitHubHost, paths: string[]): Promise<void> {
  for (const path of paths) await (await fetch(url + path)).json()
}

async function timed(act: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}

/** Every post has to account for every pull request; returns the number of commits that one covers. */
function checkLedgers(path: string): number {
  using database = new Database(path, { readonly: true })
  const posts = database.query<{ changes: number; commits: number }, []>(`
    select
      (select count(*) from json_each(source_metadata, '$.ledger')
        where value ->> 'kind' = 'pull_request') as changes,
      (select sum(json_array_length(value, '$.commits')) from json_each(source_metadata, '$.ledger')) as commits
    from posts`)
  const counted = posts.all()
  const [first] = counted
  if (!first || counted.some(({ changes }) => changes !== pullRequests))
    throw new Error(`Of ${pullRequests} pull requests ${first?.changes} are accounted for.`)
  return first.commits
}

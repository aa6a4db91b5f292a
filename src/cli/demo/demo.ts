import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeChangelog } from '../../changelog/changelog.ts'
import { compact, renderDocument } from '../../changelog/layout.ts'
import { readGitActivity } from '../../codehost/git.ts'
import { openRepository } from '../../codehost/git-range.ts'
import { readConfig } from '../../config.ts'
import { type Context, createContext } from '../../context.ts'
import { OperatorError } from '../../errors.ts'
import { generateRange, runScheduleNow } from '../../features/generation/start.ts'
import { connectLocal, readWebhookSecret } from '../../features/integrations/operator.ts'
import { createKey } from '../../features/keys/service.ts'
import { admitUser } from '../../features/members/service.ts'
import { createOrganization } from '../../features/organizations/service.ts'
import { createSignInLink } from '../../features/sessions/links.ts'
import { getMemberCaller } from '../../features/sessions/service.ts'
import { startServer } from '../../server.ts'
import { toneOf } from '../../writer/voice.ts'
import { defineCommand, type Terminal } from '../command.ts'
import { type Progress, startProgress } from '../progress.ts'
import { untilSignalled } from '../serve.ts'
import { deliverHistory } from './deliveries.ts'
import { history } from './history.ts'
import { dateRun, publishPosts, titleOf } from './posts.ts'
import { acme } from './questions.ts'
import { createRepository } from './repository.ts'
import { fillSample } from './sample.ts'
import { fillTalk } from './talk.ts'
import { fillTraffic } from './traffic.ts'
import { fillVisibility } from './visibility.ts'
import { fillReadiness, fillSitemap } from './website.ts'

const demo = defineCommand({
  name: 'demo',
  summary: 'Start a demo on a temporary database, and print a changelog draft.',
  examples: ['demo', 'demo --repo ../other-project'],
  options: {
    repo: {
      type: 'string',
      value: 'PATH',
      help: 'Repository of the changelog draft. Default: the current directory.',
    },
  },
  async run({ repo }, terminal) {
    const path = repo === undefined ? await findRepository('.') : (await openRepository(repo)).path
    const dataDir = mkdtempSync(join(tmpdir(), 'herald-demo-'))
    const { PORT } = terminal.env
    const port = !PORT || PORT === '0' ? String(freePort()) : PORT
    // Not localhost: its cookie would end the user's session on another server there.
    const address = `http://127.0.0.1:${port}`
    const config = readConfig({
      // The sample deliveries include a refused one, which would be logged as a warning.
      LOG_LEVEL: 'error',
      APP_URL: address,
      BASE_URL: terminal.env.APP_URL ?? address,
      ...terminal.env,
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      SECRET_KEY: undefined,
      SECRET_KEY_FILE: undefined,
    })
    const ctx = createContext(config, { isDemo: true })
    try {
      const signalled = untilSignalled()
      const server = await startServer(ctx)
      const shown = show(ctx, terminal, { path, dataDir, url: server.url })
      await Promise.race([shown.then(() => signalled), signalled])
      await server.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
})

export const commands = [demo]

/** The repository of a folder; null if it has none. */
async function findRepository(folder: string): Promise<string | null> {
  try {
    return (await openRepository(folder)).path
  } catch (error) {
    if (error instanceof OperatorError) return null
    throw error
  }
}

type Stage = { path: string | null; dataDir: string; url: string }

async function show(ctx: Context, terminal: Terminal, stage: Stage): Promise<void> {
  const { print } = terminal
  const filled = await fill(ctx, terminal, stage)
  const { appUrl } = ctx.config
  if (filled.draft !== null) print(`${filled.draft}\n`)
  print(`${acme.name}, a sample organization, is ready. This link signs you in as its owner:`)
  print(filled.link)
  print(`Public page  ${appUrl}/c/${filled.slug}`)
  print(`API          ${ctx.config.baseUrl}`)
  print(`Key          ${filled.key}`)
  print('Ctrl-C ends the demo and deletes its data.')
  terminal.open?.(filled.link)
}

/** Fills the database, and shows the steps on the terminal. */
async function fill(ctx: Context, terminal: Terminal, { path, dataDir, url }: Stage) {
  using progress = startSteps(terminal)
  progress.show('Writing changelogs of a sample repository', 0)
  const organization = await createOrganization(ctx, acme.name.toLowerCase(), acme.name)
  const { key } = await createKey(ctx, organization.id, { name: 'demo' })
  const user = await admitUser(ctx, organization, {
    email: 'ada@example.com',
    name: 'Ada Brandt',
    role: 'owner',
  })
  const ada = { ...(await getMemberCaller(ctx, organization.id, user.id)), spend: async () => {} }
  const now = ctx.now()
  const integration = await connectLocal(ctx, organization.id, await createRepository(dataDir, now))
  const { secret, url: payloadUrl } = await readWebhookSecret(ctx, integration)
  const sample = {
    ...{ url, key, slug: organization.slug, now },
    repository: { id: integration.id, fullName: `${integration.owner}/${integration.repo}` },
    webhook: { secret, url: new URL(new URL(payloadUrl).pathname, url).href },
  }
  const { weeklyId } = await fillSample(sample)
  await deliverHistory(ctx, sample)
  const weekly = await runScheduleNow(ctx, ada, weeklyId)
  await untilRunsEnd(url, key)
  await dateRun(ctx, weekly.jobId, startOfHour(now))

  progress.show('Publishing posts', 0.3)
  await publishPosts(ctx, sample, ada)

  progress.show('Storing 60 days of AI answers, and visits', 0.4)
  const projectId = await fillVisibility(ctx, organization.id)
  await fillTraffic(ctx, organization.id, projectId)
  await fillReadiness(ctx, projectId, `${url}/v1/feedback/${organization.slug}`)
  await fillSitemap(ctx, projectId)

  let draft: string | null = null
  if (path !== null) {
    progress.show('Writing a changelog of your repository', 0.8)
    const own = await connectLocal(ctx, organization.id, path)
    const runId = await generateRange(ctx, own, {})
    await untilRunsEnd(url, key)
    const written = { url, key, runId, isByModel: ctx.models.writer !== null }
    draft = await readDraft(path, own.displayName, written)
  }

  progress.show('Starting a chat and a session', 0.95)
  // Last, so that the chat lists every draft.
  const drafts = await listDrafts(url, key)
  const title = titleOf(history.findLast(({ tag }) => tag !== null)?.tag ?? null)
  const changelogId = drafts.find((draft) => draft.title === title)?.id ?? null
  await fillTalk(ctx, { organizationId: organization.id, userId: user.id, drafts, changelogId })
  return { key, slug: organization.slug, link: await createSignInLink(ctx, user.id), draft }
}

type Job = { postId: string | null; error: string | null }
type Written = { url: string; key: string; runId: string; isByModel: boolean }

/** At most 40 lines: a short page from the rules, or the beginning of a model's draft. */
async function readDraft(
  path: string,
  name: string,
  { url, key, runId, isByModel }: Written,
): Promise<string> {
  const { job } = await getJson<{ job: Job }>(`${url}/v1/posts/generate/${runId}`, key)
  if (job.postId === null) return `There is no changelog of ${name}: ${job.error}`
  const { post } = await getJson<{ post: { title: string; markdown: string } }>(
    `${url}/v1/posts/${job.postId}`,
    key,
  )
  const firstOf = () => firstLines(compact(`# ${post.title}\n\n${post.markdown.trimEnd()}`), maxDraftLines)
  if (isByModel) return firstOf()
  const { activity, name: product } = await readGitActivity({ path })
  const page = writeChangelog(activity, {
    name: product,
    title: post.title,
    tone: toneOf(null),
    maxLines: maxDraftLines - 2,
  })
  if (page.skipped !== null) return firstOf()
  const rest = page.hidden > 0 ? `\n\nThe draft in the dashboard lists ${page.hidden} more changes.` : ''
  return `${renderDocument(page).trimEnd()}${rest}`
}

const maxDraftLines = 40

/** The first `max` lines; the last one counts the rest. */
function firstLines(text: string, max: number): string {
  const lines = text.split('\n')
  if (lines.length <= max) return text
  const rest = lines.slice(max - 2).filter(Boolean).length
  return `${lines
    .slice(0, max - 2)
    .join('\n')
    .trimEnd()}\n\n${rest} more lines are in the dashboard.`
}

/** Progress in one line of a terminal; elsewhere each step is a line on stderr. */
function startSteps(terminal: Terminal): Progress {
  if (terminal.status) return startProgress(terminal)
  return { show: (step) => terminal.warn(`${step} ...`), [Symbol.dispose]() {} }
}

async function untilRunsEnd(url: string, key: string): Promise<void> {
  for (;;) {
    const { runs } = await getJson<{ runs: unknown[] }>(`${url}/v1/runs?status=queued,running`, key)
    if (runs.length === 0) return
    await Bun.sleep(50)
  }
}

async function listDrafts(url: string, key: string) {
  const { posts } = await getJson<{ posts: { id: string; title: string }[] }>(
    `${url}/v1/posts?status=draft&limit=20`,
    key,
  )
  return posts
}

async function getJson<T>(url: string, key: string): Promise<T> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new OperatorError(`The demo's own server answered ${response.status}.`)
  return (await response.json()) as T
}

/** The full hour of a moment. */
function startOfHour(now: Date): Date {
  const at = new Date(now)
  at.setUTCMinutes(0, 0, 0)
  return at
}

/** A free port below the range from which the system picks ports itself, so that it is not taken in the meantime. */
function freePort(): number {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000)
    try {
      Bun.serve({ port, hostname: '127.0.0.1', reusePort: false, fetch: () => new Response() }).stop(true)
      return port
    } catch {
      // The port is in use.
    }
  }
}

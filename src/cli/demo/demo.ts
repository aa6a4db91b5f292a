import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeChangelog } from '../../changelog/changelog.ts'
import { compact, renderDocument } from '../../changelog/layout.ts'
import { readGitActivity } from '../../codehost/git.ts'
import { explainStart, openRepository } from '../../codehost/git-range.ts'
import { readConfig } from '../../config.ts'
import { type Context, createContext } from '../../context.ts'
import { OperatorError } from '../../errors.ts'
import { generateRange } from '../../features/generation/start.ts'
import { connectLocal, readWebhookSecret } from '../../features/integrations/operator.ts'
import { createKey } from '../../features/keys/service.ts'
import { admitUser } from '../../features/members/service.ts'
import { createOrganization } from '../../features/organizations/service.ts'
import { createSignInLink } from '../../features/sessions/links.ts'
import { startServer } from '../../server.ts'
import { toneOf } from '../../writer/voice.ts'
import { defineCommand, type Terminal } from '../command.ts'
import { untilSignalled } from '../serve.ts'
import { fillSample } from './sample.ts'
import { fillTalk } from './talk.ts'
import { fillTraffic } from './traffic.ts'
import { fillVisibility } from './visibility.ts'
import { fillReadiness } from './website.ts'

const demo = defineCommand({
  name: 'demo',
  summary: 'Start a demo on a temporary database.',
  examples: ['demo', 'demo --repo ../other-project'],
  options: {
    repo: { type: 'string', value: 'PATH', help: 'Repository path. Default: the current directory.' },
  },
  async run({ repo }, terminal) {
    const { path } = await openRepository(repo ?? '.')
    const dataDir = mkdtempSync(join(tmpdir(), 'herald-demo-'))
    const port = terminal.env.PORT ?? String(freePort())
    const config = readConfig({
      LOG_LEVEL: 'warn',
      ...terminal.env,
      PORT: port,
      // Not localhost: its cookie would end the user's session on another server there.
      APP_URL: terminal.env.APP_URL ?? `http://127.0.0.1:${port}`,
      DATA_DIR: dataDir,
      DATABASE_URL: undefined,
      SECRET_KEY: undefined,
      SECRET_KEY_FILE: undefined,
    })
    const ctx = createContext(config)
    try {
      const signalled = untilSignalled()
      const server = await startServer(ctx)
      const shown = show(ctx, terminal, path, server.url)
      await Promise.race([shown.then(() => signalled), signalled])
      await server.stop()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
})

export const commands = [demo]

async function show(ctx: Context, { print, warn }: Terminal, path: string, url: string) {
  const organization = await createOrganization(ctx, 'demo', 'Demo')
  const { key } = await createKey(ctx, organization.id, { name: 'demo' })
  const integration = await connectLocal(ctx, organization.id, path)
  const runId = await generateRange(ctx, integration, {})
  const run = await untilEnded(url, key, runId)
  if (run.status === 'failed') throw new OperatorError(run.error ?? 'The run failed.')

  const { secret, url: payloadUrl } = await readWebhookSecret(ctx, integration)
  const webhook = { secret, url: new URL(new URL(payloadUrl).pathname, url).href }
  const repository = { id: integration.id, fullName: `${integration.owner}/${integration.repo}`, path }
  await fillSample({ url, key, slug: organization.slug, repository, webhook })
  const projectId = await fillVisibility(ctx, organization.id)
  await fillTraffic(ctx, organization.id, projectId)
  await fillReadiness(ctx, projectId, `${url}/v1/feedback/${organization.slug}`)
  const ada = await admitUser(ctx, organization, {
    email: 'ada@example.com',
    name: 'Ada Brandt',
    role: 'owner',
  })
  const drafts = await listDrafts(url, key)
  await fillTalk(ctx, { organizationId: organization.id, userId: ada.id, drafts, changelogId: run.postId })

  const untagged = await explainStart(path)
  if (untagged) warn(`${untagged}.`)
  print(`Herald listens on ${url} with a throwaway database.\n`)
  if (run.postId) print(await readDraft(path, { url, key, postId: run.postId }))
  else print(`There is no changelog of ${integration.displayName}: ${run.error}`)
  print(`\nAPI  ${url}\nKey  ${key}\n`)
  print(`curl -H 'Authorization: Bearer ${key}' '${url}/v1/posts?status=draft'\n`)
  print(`The dashboard, signed in as Ada: ${await createSignInLink(ctx, ada.id)}`)
  print('Ctrl-C ends the demo and removes its database.')
}

type Job = { status: string; postId: string | null; error: string | null }

async function untilEnded(url: string, key: string, runId: string): Promise<Job> {
  for (;;) {
    const { job } = await getJson<{ job: Job }>(`${url}/v1/posts/generate/${runId}`, key)
    if (['completed', 'failed', 'skipped'].includes(job.status)) return job
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

/** At most 40 lines: a short page from the rules, or the beginning of a model's draft. */
async function readDraft(
  path: string,
  { url, key, postId }: { url: string; key: string; postId: string },
): Promise<string> {
  const { post } = await getJson<{ post: { title: string; markdown: string } }>(
    `${url}/v1/posts/${postId}`,
    key,
  )
  const { activity, name } = await readGitActivity({ path })
  const page = writeChangelog(activity, {
    name,
    title: post.title,
    tone: toneOf(null),
    maxLines: maxDraftLines - 2,
  })
  const summaryOf = (markdown: string) => markdown.split('\n', 1)[0]
  if (page.skipped !== null || summaryOf(page.markdown) !== summaryOf(post.markdown))
    return firstLines(compact(`# ${post.title}\n\n${post.markdown.trimEnd()}`), maxDraftLines)
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

async function getJson<T>(url: string, key: string): Promise<T> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  if (!response.ok) throw new OperatorError(`The demo's own server answered ${response.status}.`)
  return (await response.json()) as T
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

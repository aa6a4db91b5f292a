// The minimum for accepting feedback: parse, two windows of two buckets, a unique insert, one durable
// transaction.
import { openDurable } from './support/database.ts'

type Sent = {
  message: string
  title: string
  kind: string
  sentiment: string
  agentClient: string
  idempotencyKey: string
}

const { DATABASE = '', ORGANIZATIONS, PORT } = process.env
const database = openDurable(DATABASE)
database.run('create table organizations (id text primary key, slug text unique)')
database.run('create table windows (bucket text primary key, hits text)')
database.run(`create table feedback (id text primary key, organization_id text, idempotency_key text, status text, kind text,
  sentiment text, title text, message text, agent_client text, user_agent text, created_at integer,
  unique (organization_id, idempotency_key))`)
const insertOrganization = database.prepare('insert into organizations values (?, ?)')
database.transaction(() => {
  for (let number = 0; number < Number(ORGANIZATIONS); number++)
    insertOrganization.run(Bun.randomUUIDv7(), `team-${number}`)
})()

const findOrganization = database.prepare<{ id: string }, [string]>(
  'select id from organizations where slug = +?',
)
const readWindow = database.prepare<{ hits: string }, [string]>('select hits from windows where bucket = +?')
const writeWindow = database.prepare('insert or replace into windows values (+?, +?)')
const insertFeedback = database.prepare(
  "insert into feedback values (+?, +?, +?, 'new', +?, +?, +?, +?, +?, +?, +?) on conflict do nothing",
)

function take(bucket: string, now: number): boolean {
  const hits: number[] = JSON.parse(readWindow.get(bucket)?.hits ?? '[]')
  const inHour = hits.filter((hit) => hit > now - 3_600_000)
  if (inHour.length >= 200 || inHour.filter((hit) => hit > now - 600_000).length >= 30) return false
  writeWindow.run(bucket, JSON.stringify([...inHour, now]))
  return true
}

const store = database.transaction((address: string, slug: string, userAgent: string, sent: Sent) => {
  const now = Date.now()
  if (!take(`address:${address}`, now)) return null
  const organization = findOrganization.get(slug)
  if (!organization || !take(`organization:${organization.id}`, now)) return null
  const id = Bun.randomUUIDv7()
  const { idempotencyKey, kind, sentiment, title, message, agentClient } = sent
  insertFeedback.run(
    id,
    organization.id,
    idempotencyKey,
    kind,
    sentiment,
    title,
    message,
    agentClient,
    userAgent,
    now,
  )
  return { id, status: 'new', ...sent, createdAt: new Date(now).toISOString() }
})

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: {
    '/readyz': new Response('ready'),
    '/v1/feedback/:slug': {
      async POST(request) {
        const sent = (await request.json()) as Sent
        if (typeof sent.message !== 'string' || sent.message.length > 4000)
          return new Response('', { status: 400 })
        const address = request.headers.get('x-forwarded-for') ?? ''
        const entry = store.immediate(
          address,
          request.params.slug,
          request.headers.get('user-agent') ?? '',
          sent,
        )
        if (!entry) return new Response('', { status: 429 })
        return Response.json({ feedback: entry, deduplicated: false }, { status: 202 })
      },
    },
  },
})

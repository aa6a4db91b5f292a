// The minimum for accepting a push: verify, parse, and one durable transaction before the answer.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { openDurable } from './support/database.ts'

type Commit = { id: string; message: string; author: object; timestamp: string; url: string }
type Push = {
  ref: string
  commits: Commit[]
  head_commit: Commit
  repository: { id: number; full_name: string; default_branch: string }
}

const { DATABASE = '', SECRET = '', PORT } = process.env
const database = openDurable(DATABASE)
database.run(
  'create table deliveries (integration_id text, delivery_id text, received_at integer, primary key (integration_id, delivery_id))',
)
database.run(
  'create table activities (integration_id text, delivery_id text, kind text, action text, data text, created_at integer, primary key (integration_id, delivery_id))',
)
database.run(
  'create table logs (sequence integer primary key, organization_id text, integration_id text, delivery_id text, title text, status text, status_code integer, created_at integer)',
)
const insertDelivery = database.prepare('insert into deliveries values (+?, +?, +?)')
const insertActivity = database.prepare('insert into activities values (+?, +?, +?, +?, +?, +?)')
const insertLog = database.prepare('insert into logs values (null, +?, +?, +?, +?, +?, +?, +?)')

const store = database.transaction((organizationId: string, id: string, delivery: string, data: object) => {
  const now = Date.now()
  insertDelivery.run(id, delivery, now)
  insertActivity.run(id, delivery, 'push', 'pushed', JSON.stringify(data), now)
  insertLog.run(organizationId, id, delivery, 'Processed push event', 'success', 200, now)
})

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: {
    '/readyz': new Response('ready'),
    '/api/webhooks/github/:organizationId/:integrationId/:repositoryId': {
      async POST(request) {
        const body = await request.bytes()
        const expected = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
        const given = request.headers.get('x-hub-signature-256') ?? ''
        if (given.length !== expected.length || !timingSafeEqual(Buffer.from(given), Buffer.from(expected)))
          return new Response('', { status: 401 })
        const { ref, commits, head_commit: head, repository }: Push = JSON.parse(Buffer.from(body).toString())
        const data = {
          ref,
          branch: repository.default_branch,
          commits: commits.map(({ id, message, author, timestamp, url }) => ({
            id,
            message,
            author,
            timestamp,
            url,
          })),
          headCommit: { id: head.id, message: head.message },
        }
        const delivery = request.headers.get('x-github-delivery') ?? ''
        store(request.params.organizationId, request.params.integrationId, delivery, data)
        return Response.json({
          message: 'Processed push event (pushed)',
          event: 'push',
          delivery,
          processed: { type: 'push', action: 'pushed', data },
          repository: { id: repository.id, fullName: repository.full_name },
        })
      },
    },
  },
})

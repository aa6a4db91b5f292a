// The minimum for accepting visits: parse, and one durable transaction for those of a turn of the event loop.
import { openDurable } from './support/database.ts'

type Sent = { url: string; ip: string; userAgent: string; status: number }
type Arrival = { token: string; sent: Sent; answer(response: Response): void }

const { DATABASE = '', PORT } = process.env
const database = openDurable(DATABASE)
database.run(
  'create table visits (id integer primary key, token text, at integer, url text, agent text, status integer)',
)
database.run('create index visits_log on visits (token, at)')
const insert = database.prepare('insert into visits values (null, +?, +?, +?, +?, +?)')

let waiting: Arrival[] = []
const store = database.transaction((arrivals: Arrival[]) => {
  const now = Date.now()
  for (const { token, sent } of arrivals) insert.run(token, now, sent.url, sent.userAgent, sent.status)
})

function flush() {
  const arrivals = waiting
  waiting = []
  store(arrivals)
  for (const { answer } of arrivals) answer(Response.json({ ok: true }, { status: 202 }))
}

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: {
    '/readyz': new Response('ready'),
    '/api/geo/ingest': {
      async POST(request) {
        const sent = (await request.json()) as Sent
        const token = request.headers.get('authorization') ?? ''
        return new Promise<Response>((answer) => {
          waiting.push({ token, sent, answer })
          if (waiting.length === 1) setImmediate(flush)
        })
      },
    },
  },
})

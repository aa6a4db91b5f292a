// The minimal server over SQLite.
import { openDurable } from './support/database.ts'

const { DATABASE = '', PORT } = process.env
const database = openDurable(DATABASE)
database.run('create table if not exists migrations (name text primary key)')
const migrations = database.prepare('select name from migrations')

Bun.serve({
  port: PORT,
  hostname: '127.0.0.1',
  routes: { '/readyz': () => Response.json({ status: 'ready', migrations: migrations.all().length }) },
})

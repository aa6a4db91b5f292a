import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../src/db/client.ts'
import { createKey } from '../../src/features/keys/service.ts'
import { hasSqld, startSqld } from '../support/sqld.ts'
import type { Row, Workshop } from './benchmark.ts'
import { connectRepository, pushTarget } from './deliveries.ts'
import { sendPosts } from './fill-posts.ts'
import { listTarget } from './posts.ts'
import { perSecond } from './support/format.ts'
import { install, startHerald } from './support/herald.ts'
import { saturate } from './support/load.ts'
import { takeTurns } from './support/rounds.ts'

const connections = 64
const postCount = 1000
const leastDeliveries = 1200
const leastLists = 1500

/** One process on a libSQL server, over many connections; any status but 200 ends the measurement. */
export async function libsqlServer(workshop: Workshop): Promise<Row[]> {
  if (!hasSqld) return []
  return [...(await measure(workshop, 'ws')), ...(await measure(workshop, 'http'))]
}

async function measure(workshop: Workshop, protocol: string): Promise<Row[]> {
  const sqld = await startSqld(join(workshop.folder, `sqld-${protocol}`))
  const url = `${protocol}://127.0.0.1:${sqld.port}`
  const installation = await install(workshop, `server-${protocol}`, url)
  const { ctx, organizationId } = installation
  const path = await connectRepository(installation)
  const { key } = await createKey(ctx, organizationId, { name: 'bench' })
  await sendPosts(ctx.db, organizationId, postCount)
  const herald = await startHerald(workshop, installation)
  const pushes = pushTarget(herald, path)
  const lists = listTarget(herald, key)

  await saturate(pushes, 1, connections)
  await saturate(lists, 1, connections)
  const rate = await takeTurns(3, {
    deliveries: () => saturate(pushes, 1, connections),
    lists: () => saturate(lists, 1, connections),
  })
  await herald.stop()
  await checkStored(url, pushes.accepted)
  await sqld.stop()
  return [
    row(`signed 8 KB pushes, libSQL server by ${protocol}`, rate.deliveries, leastDeliveries),
    row(`GET /v1/posts, libSQL server by ${protocol}`, rate.lists, leastLists),
  ]
}

function row(what: string, rate: number, least: number): Row {
  return { what, reached: perSecond(rate), aim: `at least ${perSecond(least)}`, met: rate >= least }
}

async function checkStored(url: string, accepted: number) {
  const db = openDatabase(url)
  const [row] = await db.all<{ stored: number }>(sql`select count(*) as stored from activities`)
  db.$client.close()
  if (row?.stored !== accepted)
    throw new Error(`${accepted} deliveries were accepted and ${row?.stored} are stored.`)
}

import { eq, lt, sql } from 'drizzle-orm'
import { t } from 'elysia'
import type { Context } from '../context.ts'
import { once } from '../db/prepared.ts'
import { defineJob } from '../jobs/define.ts'
import { deleteInSlices } from '../jobs/retention.ts'
import { asText, type Fetch } from './github-fetch.ts'
import { codehostAnswers } from './table.ts'

const maxBody = 1024 * 1024
const dayMilliseconds = 24 * 60 * 60 * 1000
const retentionMs = 7 * dayMilliseconds

/** A fetch that sends a conditional request if the response is cached. */
export function rememberAnswers(ctx: Context, fetch: Fetch): Fetch {
  return async (url, init) => {
    const headers = new Headers(init.headers)
    const key = keyOf(url, headers)
    const known = await answerByKey(ctx).get({ key })
    if (known) headers.set('if-none-match', known.etag)
    const response = await fetch(url, { ...init, headers })
    if (known && response.status === 304) {
      await noteUse(ctx, key, known.usedAt)
      const link: Record<string, string> = known.link === null ? {} : { link: known.link }
      return new Response(known.body, {
        headers: { 'content-type': asText, ...link },
      })
    }
    return storeResponse(ctx, key, response)
  }
}

const answerByKey = once((db) =>
  db
    .select()
    .from(codehostAnswers)
    .where(eq(codehostAnswers.key, sql.placeholder('key')))
    .prepare(),
)

/** The last use is stored per day, so that most repeated requests only read. */
async function noteUse(ctx: Context, key: string, usedAt: Date) {
  const now = ctx.now()
  if (now.getTime() - usedAt.getTime() < dayMilliseconds) return
  await ctx.db.update(codehostAnswers).set({ usedAt: now }).where(eq(codehostAnswers.key, key))
}

async function storeResponse(ctx: Context, key: string, response: Response): Promise<Response> {
  const etag = response.headers.get('etag')
  if (response.status !== 200 || !etag) return response
  const body = await response.text()
  if (body.length <= maxBody) {
    const answer = { etag, link: response.headers.get('link'), body, usedAt: ctx.now() }
    await ctx.db
      .insert(codehostAnswers)
      .values({ key, ...answer })
      .onConflictDoUpdate({ target: codehostAnswers.key, set: answer })
  }
  return new Response(body, { status: 200, headers: response.headers })
}

function keyOf(url: string, headers: Headers): string {
  return new Bun.CryptoHasher('sha256').update(`${headers.get('authorization') ?? ''}\n${url}`).digest('hex')
}

/** Deletes responses that were not used for a week. */
export const sweepAnswers = defineJob(
  'codehost.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const before = new Date(ctx.now().getTime() - retentionMs)
    await deleteInSlices(ctx, codehostAnswers, lt(codehostAnswers.usedAt, before), { signal })
  },
  { title: 'Deleting cached GitHub answers' },
)

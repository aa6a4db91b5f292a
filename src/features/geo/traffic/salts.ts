import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { dayNumber } from './classes.ts'
import { trafficSalts } from './table.ts'

type Salts = Map<number, Promise<Uint8Array>>

/** Salts by day. */
const cached = new WeakMap<Db, Salts>()
const maxCached = 3
const maxAge = 60 * 60_000

/**
 * The random key of a day's journey ids, created at its first use. Every process uses the one that was stored first;
 * after its deletion, a late visit gets a new one.
 */
export function saltOf(ctx: Context, at: Date): Promise<Uint8Array> {
  const day = dayNumber(at)
  const known = cached.get(ctx.db) ?? createCache(ctx)
  const found = known.get(day) ?? createSalt(ctx, day)
  known.set(day, found)
  found.catch(() => known.delete(day))
  for (const old of known.keys()) if (known.size > maxCached && old !== day) known.delete(old)
  return found
}

/** Dropped after an hour and read again, so that an idle process does not hold salts that the sweep deleted. */
function createCache(ctx: Context): Salts {
  const created: Salts = new Map()
  cached.set(ctx.db, created)
  setTimeout(() => cached.delete(ctx.db), maxAge).unref()
  return created
}

async function createSalt(ctx: Context, day: number): Promise<Uint8Array> {
  const [, [row]] = await ctx.db.batch([
    ctx.db
      .insert(trafficSalts)
      .values({ day, salt: randomBytes(32), createdAt: ctx.now() })
      .onConflictDoNothing(),
    ctx.db.select().from(trafficSalts).where(eq(trafficSalts.day, day)),
  ])
  // The secret key is not in backups, which may hold the salts of two days.
  const key = ctx.secrets.deriveKey('journey ids')
  return new Bun.CryptoHasher('sha256', key).update(row?.salt ?? randomBytes(32)).digest()
}

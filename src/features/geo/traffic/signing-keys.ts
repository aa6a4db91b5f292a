import { isNotNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { ExplainedError } from '../../../errors.ts'
import { findDirectory, type KeyDirectory, keyDirectories } from '../../../traffic/key-directories.ts'
import type { SigningKey } from '../../../traffic/signing-keys.ts'
import type { VisitFacts } from './read-visit.ts'
import { trafficKeys } from './table.ts'

type Keys = ReadonlyMap<string, SigningKey[]>

/** Another process may refresh the keys: the table is read again after this time, in milliseconds. */
const shelfLife = 60_000
const known = new WeakMap<Db, { readAt: number; keys: Promise<Keys> }>()

function readKeys(ctx: Context): Promise<Keys> {
  const now = ctx.now().getTime()
  const before = known.get(ctx.db)
  if (before && Math.abs(now - before.readAt) < shelfLife) return before.keys
  const keys = loadKeys(ctx)
  known.set(ctx.db, { readAt: now, keys })
  keys.catch(() => known.delete(ctx.db))
  return keys
}

async function loadKeys(ctx: Context): Promise<Keys> {
  const { id, keys } = trafficKeys
  const rows = await ctx.db.select({ id, keys }).from(trafficKeys).where(isNotNull(keys))
  return new Map(rows.map((row) => [row.id, row.keys ?? []]))
}

/** The directory whose key signed a visit; null without a valid signature of an agent in the table. */
export async function findSigner(
  ctx: Context,
  { method, url, signature }: VisitFacts,
): Promise<KeyDirectory | null> {
  const directory = signature && findDirectory(signature.agent)
  if (!directory) return null
  const keys = (await readKeys(ctx)).get(directory.id)
  if (!keys) return null
  const { isSignedBy } = await import('../../../traffic/verify-signature.ts')
  return (await isSignedBy(keys, { method, url: url.href, signature })) ? directory : null
}

/** Stores the keys of a directory that was fetched now, or why it could not be read; earlier keys then stay. */
export async function storeKeys(
  ctx: Context,
  { id }: KeyDirectory,
  found: SigningKey[] | ExplainedError,
): Promise<void> {
  const now = ctx.now()
  const row =
    found instanceof ExplainedError
      ? { checkedAt: now, fault: found.message }
      : { keys: found, fetchedAt: now, checkedAt: now, fault: null }
  await ctx.db
    .insert(trafficKeys)
    .values({ id, keys: null, fetchedAt: null, ...row })
    .onConflictDoUpdate({ target: trafficKeys.id, set: row })
  known.delete(ctx.db)
}

/** The key directories of all agents: times of the last reads, and the last fault. */
export async function listKeys(ctx: Context) {
  const stored = new Map((await ctx.db.select().from(trafficKeys)).map((row) => [row.id, row]))
  return keyDirectories.map(({ id, host }) => {
    const row = stored.get(id)
    return {
      id: `keys-${id}`,
      url: `https://${host}`,
      keys: row?.keys?.length ?? 0,
      fetchedAt: row?.fetchedAt?.toISOString() ?? null,
      checkedAt: row?.checkedAt.toISOString() ?? null,
      fault: row?.fault ?? null,
    }
  })
}
export type ListedKeys = Awaited<ReturnType<typeof listKeys>>[number]

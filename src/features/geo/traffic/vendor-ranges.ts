import { eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/client.ts'
import { nextTurn } from '../../../slices.ts'
import { type AddressFile, addressFiles } from '../../../traffic/address-files.ts'
import { decodeRanges, encodeRanges, type Ranges } from '../../../traffic/address-ranges.ts'
import type { FetchedRanges } from '../../../traffic/verdict.ts'
import { trafficRanges } from './table.ts'

type Files = ReadonlyMap<string, FetchedRanges>

/** Another process may refresh the files: the table is read again after this time, in milliseconds. */
const shelfLife = 60_000
const known = new WeakMap<Db, { readAt: number; files: Promise<Files> }>()

/** The stored ranges of vendors by the id of their file. */
export function readRanges(ctx: Context): Promise<Files> {
  const now = ctx.now().getTime()
  const before = known.get(ctx.db)
  if (before && Math.abs(now - before.readAt) < shelfLife) return before.files
  const files = loadRanges(ctx, before?.files)
  known.set(ctx.db, { readAt: now, files })
  files.catch(() => known.delete(ctx.db))
  return files
}

/** Decodes only files that changed. */
async function loadRanges(ctx: Context, earlier: Promise<Files> | undefined): Promise<Files> {
  const before: Files = (await earlier) ?? new Map()
  const { id, fetchedAt, ranges } = trafficRanges
  const rows = await ctx.db.select({ id, fetchedAt }).from(trafficRanges).where(isNotNull(ranges))
  const files = new Map<string, FetchedRanges>()
  for (const row of rows) {
    const same = before.get(row.id)
    if (same?.fetchedAt.getTime() === row.fetchedAt?.getTime() && same) files.set(row.id, same)
    else {
      const [stored] = await ctx.db.select({ ranges, fetchedAt }).from(trafficRanges).where(eq(id, row.id))
      if (!stored?.ranges || !stored.fetchedAt) continue
      files.set(row.id, { ranges: decodeRanges(stored.ranges), fetchedAt: stored.fetchedAt })
      await nextTurn()
    }
  }
  return files
}

/** Stores the ranges of a file that was fetched now. */
export async function storeRanges(ctx: Context, file: AddressFile, ranges: Ranges): Promise<void> {
  const now = ctx.now()
  const row = {
    ranges: encodeRanges(ranges),
    rangeCount: ranges.four.length + ranges.six.length,
    fetchedAt: now,
    checkedAt: now,
    fault: null,
  }
  await ctx.db
    .insert(trafficRanges)
    .values({ id: file.id, ...row })
    .onConflictDoUpdate({ target: trafficRanges.id, set: row })
  const cached = known.get(ctx.db)
  if (cached) known.set(ctx.db, { ...cached, readAt: 0 })
}

/** Stores why a file could not be read; its ranges stay. */
export async function storeFault(ctx: Context, file: AddressFile, fault: string): Promise<void> {
  const row = { checkedAt: ctx.now(), fault }
  await ctx.db
    .insert(trafficRanges)
    .values({ id: file.id, ranges: null, rangeCount: 0, fetchedAt: null, ...row })
    .onConflictDoUpdate({ target: trafficRanges.id, set: row })
}

/** The address files of all vendors: number of stored ranges, times of the last reads, and the last fault. */
export async function listRanges(ctx: Context) {
  const { id, rangeCount, fetchedAt, checkedAt, fault } = trafficRanges
  const rows = await ctx.db.select({ id, rangeCount, fetchedAt, checkedAt, fault }).from(trafficRanges)
  const stored = new Map(rows.map((row) => [row.id, row]))
  return addressFiles.map((file) => {
    const row = stored.get(file.id)
    return {
      id: file.id,
      url: file.url,
      ranges: row?.rangeCount ?? 0,
      fetchedAt: row?.fetchedAt?.toISOString() ?? null,
      checkedAt: row?.checkedAt.toISOString() ?? null,
      fault: row?.fault ?? null,
    }
  })
}
export type ListedRanges = Awaited<ReturnType<typeof listRanges>>[number]

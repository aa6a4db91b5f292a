import { lt } from 'drizzle-orm'
import { t } from 'elysia'
import { defineJob } from '../../../jobs/define.ts'
import { deleteInSlices } from '../../../jobs/retention.ts'
import { addressFiles } from '../../../traffic/address-files.ts'
import { keyDirectories } from '../../../traffic/key-directories.ts'
import { dayNumber } from './classes.ts'
import { deleteOldVisits } from './delete-old-visits.ts'
import { foldVisits } from './fold.ts'
import { deleteSites, findOrphans } from './forget.ts'
import { foldJob } from './store-visits.ts'
import {
  trafficDays,
  trafficProofs,
  trafficRates,
  trafficReceived,
  trafficSalts,
  trafficTopPages,
} from './table.ts'
import { computeTopPages } from './top-pages.ts'

/** Adds new visits to the roll-ups. */
export const foldTrafficJob = defineJob(
  foldJob,
  t.Object({}),
  async (ctx, _, { signal }) => {
    await foldVisits(ctx, signal)
  },
  { title: 'Counting AI traffic' },
)

/** Fetches the vendors' files of addresses and the keys of signing agents, if the configuration asks for it. A file that cannot be read fails nothing. */
export const refreshRanges = defineJob(
  'traffic.ranges',
  t.Object({}),
  async (ctx, _, { step, signal }) => {
    if (ctx.config.trafficRanges === null) return
    const { refreshFile, refreshKeys } = await import('./refresh-ranges.ts')
    for (const file of addressFiles) await step(file.id, () => refreshFile(ctx, file, signal))
    for (const each of keyDirectories) await step(`keys-${each.id}`, () => refreshKeys(ctx, each, signal))
  },
  { title: 'Fetching the IP ranges of AI vendors' },
)

const dayMilliseconds = 86_400_000
/** A year, the year before it, and some weeks for comparisons of their edges. */
const rollUpDays = 800
const saltHours = 48
const receivedDays = 30

/**
 * Folds what is left, computes the busiest pages of days that have ended, and deletes what is older than its retention.
 * Visits are deleted only after they were folded.
 */
export const sweepTraffic = defineJob(
  'traffic.sweep',
  t.Object({}),
  async (ctx, _, { signal }) => {
    const now = ctx.now().getTime()
    const slices = { signal, rows: 100 }
    await foldVisits(ctx, signal)
    await computeTopPages(ctx, signal)
    await deleteInSlices(
      ctx,
      trafficSalts,
      lt(trafficSalts.createdAt, new Date(now - (saltHours / 24) * dayMilliseconds)),
      slices,
    )
    const oldest = now - ctx.config.trafficRetentionDays * dayMilliseconds
    const oldestDay = dayNumber(now) - rollUpDays
    await deleteOldVisits(ctx, { visits: oldest, lines: oldestDay * dayMilliseconds }, signal)
    await deleteInSlices(ctx, trafficProofs, lt(trafficProofs.day, dayNumber(oldest)), slices)
    await deleteInSlices(ctx, trafficDays, lt(trafficDays.day, oldestDay), slices)
    await deleteInSlices(ctx, trafficTopPages, lt(trafficTopPages.day, oldestDay), slices)
    await deleteInSlices(ctx, trafficRates, lt(trafficRates.second, Math.floor(now / 1000) - 120), slices)
    await deleteInSlices(ctx, trafficReceived, lt(trafficReceived.day, dayNumber(now) - receivedDays), slices)
    await deleteSites(ctx, await findOrphans(ctx), signal)
  },
  { title: 'Deleting old AI traffic' },
)

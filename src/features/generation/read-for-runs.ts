import type { Context } from '../../context.ts'
import type { Statement } from '../../db/client.ts'
import type { Attempt } from '../../jobs/define.ts'
import { collectActivity } from '../activity/collect-activity.ts'
import type { CollectedActivity } from '../activity/model.ts'
import { type Origin, readWindow } from './cause.ts'
import type { GenerationRow, WindowCause } from './model.ts'
import { beginRuns, findOpenRuns, noteGeneration, type StartedRuns } from './record.ts'
import { checkSelection } from './rules.ts'
import { storeReading } from './shared-reading.ts'

/** Collects the input of runs and adds a line to the log of each. */
export async function collectFor(
  ctx: Context,
  runs: GenerationRow[],
  { integrations, trackers, reading, patience }: Origin,
  { began, freshFrom }: Pick<StartedRuns, 'began' | 'freshFrom'>,
  attempt: Attempt,
): Promise<CollectedActivity> {
  if (reading.type === 'window') checkSelection(reading.selection, integrations)
  const note = (message: string, metadata?: Record<string, unknown>) =>
    runs.map(({ id }) => noteGeneration(ctx, id, 'fetching_repositories', message, metadata))
  const since = runs[0]?.createdAt ?? began
  const collecting = { integrations, trackers, reading, patience, since, began, freshFrom, note }
  return collectActivity(ctx, collecting, attempt)
}

/**
 * Reads the input of all runs of a request once. Returns the runs that can be written, and the statements
 * that store the reading for them. If the quota denies all runs, nothing is read, and each run stores the
 * reason.
 */
export async function readForRuns(
  ctx: Context,
  { generationIds, cause }: { generationIds: string[]; cause: WindowCause },
  attempt: Attempt,
): Promise<{ ready: GenerationRow[]; statements: Statement[] }> {
  const runs = await findOpenRuns(ctx, generationIds)
  const [first] = runs
  if (!first) return { ready: [], statements: [] }
  const begun = await beginRuns(ctx, runs)
  const { collectionId } = first
  if (begun.denied.length === runs.length || collectionId === null) return { ready: runs, statements: [] }

  const origin = await readWindow(ctx, first, cause)
  const collected = await collectFor(ctx, runs, origin, begun, attempt)
  return { ready: runs, statements: [storeReading(ctx, collectionId, collected)] }
}

import { CodeHostError } from '../../../codehost/github-error.ts'
import type { Context } from '../../../context.ts'
import { AppError, OperatorError } from '../../../errors.ts'
import type { Caller } from '../../keys/model.ts'
import type { Found, WindowReading } from '../model.ts'
import { readRepository } from '../reading/work.ts'
import { windowOf } from '../rules.ts'
import type { Sources } from '../sources/model.ts'
import { readWantedData } from '../sources/rules.ts'
import { findSources } from '../sources/service.ts'
import type { ActivityPreview } from './model.ts'
import { addTo, cut, type Listed } from './rules.ts'

const longestReading = 60_000

type Refused = { repositoryId: string; label: string; error: string | null }

/**
 * Lists what happened in the window of a request, to choose from, and stores nothing. A repository that cannot be read
 * is named with the reason; a rate limit of the code host is a 503, since what it hides would be missed.
 */
export async function previewActivity(ctx: Context, caller: Caller, body: Sources): Promise<ActivityPreview> {
  const { organization } = caller
  const { repositories } = await findSources(ctx, organization.id, body)
  await caller.spend()

  const { lookbackWindow = 'last_7_days' } = body
  const dataPoints = readWantedData(body)
  const reading: WindowReading = { type: 'window', lookbackWindow, dataPoints, selection: null }
  const window = windowOf(reading, ctx.now())
  const signal = AbortSignal.timeout(longestReading)
  const read = await Promise.all(
    repositories.map(async (repository): Promise<Found | Refused> => {
      const { id: repositoryId, displayName: label } = repository
      try {
        return { repositoryId, label, ...(await readRepository(ctx, repository, reading, window, signal)) }
      } catch (error) {
        return { repositoryId, label, error: refusalOf(ctx, error, signal) }
      }
    }),
  )

  const listed: Listed = { pullRequests: [], commits: [], releases: [] }
  const unreadable: ActivityPreview['unreadable'] = []
  for (const each of read) {
    if (!('error' in each)) addTo(listed, each, reading)
    else if (each.error !== null)
      unreadable.push({ repositoryId: each.repositoryId, name: each.label, error: each.error })
  }
  return {
    window: { lookbackWindow, start: window.start.toISOString(), end: window.end.toISOString() },
    ...cut(listed),
    unreadable,
    organization,
  }
}

/** Why a repository could not be read, null where it is merely empty; throws what concerns more than that repository. */
function refusalOf(ctx: Context, error: unknown, signal: AbortSignal): string | null {
  if (signal.aborted) return `Reading took longer than ${longestReading / 1000} seconds.`
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof CodeHostError)) throw error
  if (error.reason !== 'rate_limited') return error.reason === 'empty' ? null : error.message
  const seconds = Math.ceil(((error.retryAt?.getTime() ?? 0) - ctx.now().getTime()) / 1000)
  throw new AppError(503, error.message, { headers: { 'Retry-After': String(Math.max(1, seconds)) } })
}

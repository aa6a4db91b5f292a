import type { Repository } from '../changelog/activity.ts'
import { asHookDeliveries, asHooks, type HookDelivery } from './github-answer.ts'
import type { GitHubClient } from './github-client.ts'
import { CodeHostError } from './github-error.ts'

const maxPages = 100
const maxDeliveries = maxPages * 100
export const maxRedeliveries = 50
/** A delivery with this many failed attempts is not requested again. */
const maxAttempts = 3

/**
 * Why GitHub cannot be asked to redeliver: the repository has no token, the token lacks a permission, no webhook has
 * this address, or there are too many deliveries to read.
 */
export type RedeliveryBarrier = 'no-token' | 'refused' | 'no-webhook' | 'too-many'

/** Number of deliveries requested again, number left for the next time, and why others were not requested. */
export type Redelivery = { requested: number; left: number; barrier: RedeliveryBarrier | null }

/** Which failed deliveries of a webhook may be requested again. */
export type RedeliveryLimits = {
  /** The ids of the deliveries that arrived although their answer was lost. */
  findArrived(guids: string[]): Promise<Set<string>>
  /** Counts a request for a delivery: 'skip' if it was requested often enough, 'later' if too many others were. */
  count(guid: string): Promise<'granted' | 'skip' | 'later'>
}

export const prevented = (barrier: RedeliveryBarrier): Redelivery => ({ requested: 0, left: 0, barrier })

/** Asks GitHub to resend the failed deliveries of a webhook, oldest first. */
export async function redeliverFailed(
  client: GitHubClient,
  repository: Repository,
  { url, since }: { url: string; since: Date },
  limits: RedeliveryLimits,
): Promise<Redelivery> {
  try {
    const hooks = await client.get(repository, '/hooks', { per_page: 100 }, asHooks)
    const hook = hooks.find(({ config }) => config.url === url)
    if (!hook) return prevented('no-webhook')
    const { failed, isComplete } = await readFailed(client, repository, hook.id, since)
    const arrived = await limits.findArrived(failed.map(({ guid }) => guid))
    const missing = failed.filter(({ guid }) => !arrived.has(guid))
    let [requested, left] = [0, missing.length]
    for (const { id, guid } of missing) {
      if (requested === maxRedeliveries) break
      const counted = await limits.count(guid)
      if (counted === 'later') break
      left--
      if (counted === 'skip') continue
      await client.post(repository, `/hooks/${hook.id}/deliveries/${id}/attempts`)
      requested++
    }
    return { requested, left, barrier: isComplete ? null : 'too-many' }
  } catch (error) {
    if (error instanceof CodeHostError && ['forbidden', 'not_found'].includes(error.reason))
      return prevented('refused')
    throw error
  }
}

async function readFailed(client: GitHubClient, repository: Repository, hookId: number, since: Date) {
  const deliveries: HookDelivery[] = []
  const path = `/hooks/${hookId}/deliveries`
  for await (const page of client.pages(repository, path, {}, asHookDeliveries, maxPages)) {
    deliveries.push(...page)
    // The newest deliveries come first.
    if (page.some(({ delivered_at }) => Date.parse(delivered_at) < since.getTime())) break
  }
  const oldest = deliveries.at(-1)
  const isComplete =
    deliveries.length < maxDeliveries || !oldest || Date.parse(oldest.delivered_at) < since.getTime()
  return { failed: findFailed(deliveries, since), isComplete }
}

/** The deliveries to request again: the last attempt of each that never succeeded. Expects the newest first. */
export function findFailed<D extends HookDelivery>(deliveries: D[], since: Date): D[] {
  const attempts = Map.groupBy(deliveries, ({ guid }) => guid)
  return [...attempts.values()]
    .flatMap((all) => {
      const [newest] = all
      const isOver = all.length >= maxAttempts || all.some(({ status_code }) => !isPassing(status_code))
      return !newest || isOver || Date.parse(newest.delivered_at) < since.getTime() ? [] : [newest]
    })
    .filter(({ event }) => event === 'push' || event === 'release' || event === 'pull_request')
    .reverse()
}

/** True for a failure that another attempt may fix; 0 means no response. */
function isPassing(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500
}

import type { Context } from '../../../context.ts'
import type { IntegrationRow, TrackerRow } from '../../integrations/model.ts'
import { listEnabled } from '../../integrations/service.ts'
import { findTrackers } from '../../integrations/trackers/service.ts'
import type { Sources } from './model.ts'
import { chooseRepositories, chooseTrackers, namedTrackers } from './rules.ts'

/**
 * The repositories that a request is about, all that are enabled where it names none, and their ids where it names some;
 * its trackers, `picked` being the ids of those that it picks issues of. One that names trackers alone is about no
 * repository.
 */
export async function findSources(
  ctx: Context,
  organizationId: string,
  body: Sources,
  picked: string[] = [],
): Promise<{ repositoryIds: string[]; repositories: IntegrationRow[]; trackers: TrackerRow[] }> {
  const [connected, tracked] = await Promise.all([
    listEnabled(ctx, organizationId),
    findTrackers(ctx, organizationId),
  ])
  const repositoryIds = chooseRepositories(body, connected)
  const trackerIds = chooseTrackers(body, picked, tracked)
  const trackers = tracked.filter(({ id }) => trackerIds.includes(id))
  const named = connected.filter(({ id }) => repositoryIds.includes(id))
  const isAll = repositoryIds.length === 0 && namedTrackers(body).length === 0
  return { repositoryIds, repositories: isAll ? connected : named, trackers }
}

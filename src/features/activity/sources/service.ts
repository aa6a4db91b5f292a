import type { Context } from '../../../context.ts'
import type { IntegrationRow } from '../../integrations/model.ts'
import { listEnabled } from '../../integrations/service.ts'
import type { Sources } from './model.ts'
import { chooseRepositories } from './rules.ts'

/** The repositories that a request is about, all that are enabled where it names none; their ids where it names some. */
export async function findSources(
  ctx: Context,
  organizationId: string,
  body: Sources,
): Promise<{ repositoryIds: string[]; repositories: IntegrationRow[] }> {
  const connected = await listEnabled(ctx, organizationId)
  const repositoryIds = chooseRepositories(body, connected)
  const named = connected.filter(({ id }) => repositoryIds.includes(id))
  return { repositoryIds, repositories: repositoryIds.length > 0 ? named : connected }
}

import type { Context } from '../../../context.ts'
import { badRequest } from '../../../errors.ts'
import { listEnabled } from '../../integrations/service.ts'
import { findTrackers } from '../../integrations/trackers.ts'
import type { RecordLocation } from './model.ts'

/** The integrations of a message for the model: ids for its tools, and their names. */
export function aboutLines(about: RecordLocation[]): string[] {
  return about.map((each) => `[This is about ${nameOf(each)}, integrationId ${each.integrationId}.]`)
}

function nameOf(about: RecordLocation): string {
  if (about.type === 'github-repo') return `the repository ${about.owner}/${about.repo}`
  return about.teamName ? `the team ${JSON.stringify(about.teamName)}` : 'a team'
}

/** The integrations of a message, with the names that the organization's own integrations have; 400 for unknown ones. */
export async function readAbout(
  ctx: Context,
  organizationId: string,
  asked: RecordLocation[],
): Promise<RecordLocation[]> {
  if (asked.length === 0) return []
  const [repositories, trackers] = await Promise.all([
    listEnabled(ctx, organizationId),
    findTrackers(ctx, organizationId),
  ])
  const unknown: string[] = []
  const read = asked.flatMap((about): RecordLocation[] => {
    const { type, integrationId } = about
    if (type === 'github-repo') {
      const found = repositories.find(({ id }) => id === integrationId)
      if (found) return [{ type, integrationId, owner: found.owner, repo: found.repo }]
    } else {
      const found = trackers.find(({ id }) => id === integrationId)
      if (found) return [{ type, integrationId, teamName: found.teamName }]
    }
    unknown.push(integrationId)
    return []
  })
  if (unknown.length === 0) return read
  throw badRequest(`Requested integrations are not available for this organization: ${unknown.join(', ')}`)
}

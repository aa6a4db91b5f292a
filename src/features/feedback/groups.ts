import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { FeedbackGroup, FeedbackRow } from './model.ts'

type Counted = {
  original: string
  agentClient: string | null
  agentModel: string | null
  toolVersion: string | null
  count: number
}

/** The group of each original: how many entries say the same, by agent client, model and tool version. */
export async function groupsOf(ctx: Context, originals: FeedbackRow[]): Promise<Map<string, FeedbackGroup>> {
  const ids = JSON.stringify(originals.map(({ id }) => id))
  const followers = await ctx.db.all<Counted>(sql`
    select similar_to as original, agent_client as agentClient, agent_model as agentModel,
      tool_version as toolVersion, count(*) as count
    from feedback where similar_to in (select value from json_each(${ids}))
    group by 1, 2, 3, 4`)
  return new Map(
    originals.map((row) => {
      const counted = [{ ...row, count: 1 }, ...followers.filter(({ original }) => original === row.id)]
      return [row.id, toGroup(counted)]
    }),
  )
}

type Sender = Omit<Counted, 'original'>

function toGroup(counted: Sender[]): FeedbackGroup {
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    agentClients: countBy(counted, ({ agentClient }) => agentClient),
    agentModels: countBy(counted, ({ agentModel }) => agentModel),
    toolVersions: countBy(counted, ({ toolVersion }) => toolVersion),
  }
}

function countBy(counted: Sender[], fieldOf: (sender: Sender) => string | null) {
  const counts = new Map<string | null, number>()
  for (const sender of counted) {
    const value = fieldOf(sender)
    counts.set(value, (counts.get(value) ?? 0) + sender.count)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort(
      (one, other) =>
        other.count - one.count || (one.value ?? '\uffff').localeCompare(other.value ?? '\uffff'),
    )
}

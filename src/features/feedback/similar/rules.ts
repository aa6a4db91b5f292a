import type { FeedbackGroup } from '../model.ts'

/** Two entries say the same above it: of the pairs in test/features/feedback-pairs.ts none is joined wrongly. */
export const threshold = 0.8

/** How many entries came from one client, model and version. */
export type Sender = {
  agentClient: string | null
  agentModel: string | null
  toolVersion: string | null
  count: number
}

/** A group told by who sent it: the most frequent first. */
export function countSenders(counted: Sender[]): FeedbackGroup {
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

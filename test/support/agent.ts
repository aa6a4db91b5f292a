import { performDueJobs } from '../../src/jobs/runner.ts'
import { jobs } from '../../src/registry.ts'
import { type Team, testApp } from './app.ts'
import type { TestContext } from './context.ts'
import { startTalking } from './talking.ts'

export type Line = { type: string; data: any; meta: { at: string; id: string; deliveryIds?: string[] } }
export const sessionPath = '/v2/agent/v1/session'

/** The API over an empty database with a scripted model, and a team that uses it. */
export async function agentApp(...scripts: Parameters<typeof startTalking>) {
  const talking = startTalking(...scripts)
  const app = await testApp({}, talking.models())
  const team = await app.team('acme')
  return { ...app, ...agentOf(app.ctx, team), talking, team, addTeam: app.team }
}

/** The team's actions with the agent. */
export function agentOf(ctx: TestContext, team: Team) {
  const stream = async (id: string, query = 'follow=false') =>
    (await team.call('GET', `${sessionPath}/${id}/stream?${query}`)).text
  return {
    stream,
    /** Starts a session, and continues until it waits. */
    async begin(message = 'Hello'): Promise<string> {
      const { body } = await team.call('POST', sessionPath, { message })
      await performDueJobs(ctx, jobs)
      return body.sessionId
    },
    /** Sends to a session, and continues until it waits. */
    async send(id: string, body: object) {
      const answer = await team.call('POST', `${sessionPath}/${id}`, body)
      await performDueJobs(ctx, jobs)
      return answer
    },
    /** The stored events of a session. */
    events: async (id: string): Promise<Line[]> =>
      (await stream(id))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  }
}

/** The types of events in order; consecutive deltas count once. */
export const typesOf = (events: Line[]) =>
  events
    .map(({ type }) => type)
    .filter((type, index, all) => !(type.endsWith('.appended') && all[index - 1] === type))

/** The pending requests of a waiting session. */
export const requestsOf = (events: Line[]): any[] => events.at(-2)?.data.requests ?? []

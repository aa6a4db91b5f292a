import type { Config } from '../../src/config.ts'
import { addIdentity, addProject, type Team, testApp } from './app.ts'

export type Visit = Record<string, unknown>

/** The user agent of a crawler that publishes its addresses. */
export const gptBot = 'Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)'

/** An app with an organization whose project tracks acme.com, and functions to send and read visits. */
export async function trafficApp(config: Partial<Config> = {}) {
  const app = await testApp(config)
  const acme = await app.team('acme')
  await addIdentity(app.ctx, acme.id, 'brand')
  const projectId = await addProject(app.ctx, acme.id)
  const token = await newToken(acme)
  const send = (visit: unknown, bearer = token) =>
    app.anonymous('POST', '/api/geo/ingest', visit, { authorization: `Bearer ${bearer}` })
  return {
    ...app,
    acme,
    projectId,
    token,
    send,
    visit: (visit: Visit = {}) =>
      send({ method: 'GET', url: 'https://acme.com/docs', userAgent: gptBot, ip: '20.15.240.80', ...visit }),
    read: async (path: string) => {
      const { status, body } = await acme.call('GET', `/v1/projects/${projectId}/geo/traffic/${path}`)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body.error}`)
      return body
    },
  }
}

export const newToken = async (team: Team, projectId?: string): Promise<string> =>
  (await team.call('POST', `/v1/geo/ingest/token${projectId ? `?projectId=${projectId}` : ''}`)).body.token

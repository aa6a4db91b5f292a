import { gptBot, newToken } from '../../support/traffic.ts'
import { addTrackedProject } from './projects.ts'
import type { Scene } from './scene.ts'

const bots = {
  gpt: gptBot,
  search: 'Mozilla/5.0 (compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  user: 'Mozilla/5.0 (compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
}
const chrome =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

type Visits = [path: string, more: Record<string, unknown>, hours?: number][]

/** Reports visits of GPTBot with changes, each so many hours ago. */
export async function sendVisits({ herald, team }: Scene, projectId: string, visits: Visits) {
  const token = await newToken(team, projectId)
  for (const [path, more, hours = 1] of visits) {
    const { status } = await herald.anonymous(
      'POST',
      '/api/geo/ingest',
      {
        method: 'GET',
        url: `https://acme.com${path}`,
        userAgent: bots.gpt,
        ip: '20.15.240.80',
        status: 200,
        timestamp: new Date(herald.ctx.now().getTime() - hours * 3_600_000).toISOString(),
        ...more,
      },
      { authorization: `Bearer ${token}` },
    )
    if (status !== 202) throw new Error(`The visit of ${path} was answered with ${status}.`)
  }
}

/** A project with visits of three crawlers, one of a missing page, and of a person from ChatGPT. */
export async function addTraffic(scene: Scene) {
  const project = await addTrackedProject(scene)
  const visit = (...one: Visits[number]) => sendVisits(scene, project.id, [one])
  await visit('/docs', { userAgent: bots.gpt })
  await visit('/docs', { userAgent: bots.search })
  await visit('/pricing', { userAgent: bots.user }, 2)
  await visit('/docs', { userAgent: bots.user }, 2)
  await visit('/old-guide', { userAgent: bots.gpt, status: 404 })
  await visit('/start', { userAgent: bots.gpt, url: 'https://docs.acme.com/start' })
  await visit('/sign-up', {
    userAgent: chrome,
    referer: 'https://chatgpt.com/',
    signals: { clientHints: true, fetchMode: 'navigate' },
  })
  return { ...project, visit }
}

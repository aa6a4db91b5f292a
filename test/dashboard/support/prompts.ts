import { prompts } from '../../../src/features/geo/prompts/table.ts'
import type { Given } from '../../support/visibility.ts'
import type { Scene } from './scene.ts'
import { addTracked, scanBefore } from './visibility.ts'

/** What a project asks, in the order in which it was added. */
export const asked = [
  { id: 'best', prompt: 'best changelog tools', tags: ['buying'] },
  { id: 'other', prompt: 'alternatives to Beta', tags: [] },
  { id: 'how', prompt: 'how to write release notes', tags: [] },
]

const text = 'Acme Cloud is good. Beta is **better**. <img src=x> Linear thinking helps.'

const answers: Given[] = [
  {
    ...{ engine: 'alpha', promptId: 'custom-best', mentioned: true, position: 1, answer: text },
    prompt: 'best changelog tools',
    matches: [
      { subject: 'own', term: 'Acme Cloud', start: 0, end: 10, isSure: true },
      { subject: 'beta', term: 'Beta', start: 20, end: 24, isSure: true },
      { subject: 'linear', term: 'Linear', start: 52, end: 58, isSure: false },
    ],
    cited: [{ title: 'Changelogs compared', url: 'https://news.example/changelogs', domain: 'news.example' }],
    consulted: [{ title: null, url: 'https://beta.example/', domain: 'beta.example' }],
    queries: ['changelog tools 2026'],
  },
  { engine: 'beta', promptId: 'custom-best', mentioned: true, position: 2, prompt: 'best changelog tools' },
  { engine: 'alpha', promptId: 'custom-other', mentioned: true, prompt: 'alternatives to Beta' },
  { engine: 'beta', promptId: 'custom-other', mentioned: false, prompt: 'alternatives to Beta' },
]

/** A project that asks three prompts, of which two were answered by two engines in two scans. */
export async function addAsked(scene: Scene) {
  const project = await addTracked(scene)
  const { ctx } = scene.herald
  for (const { prompt, ...each } of asked) {
    const row = { ...each, prompt, folded: prompt.toLowerCase(), projectId: project.id }
    await ctx.db.insert(prompts).values({ ...row, id: `${row.id}-${scene.team.slug}`, createdAt: ctx.now() })
    ctx.clock.advance(1000)
  }
  const own = answers.map((given) => ({ ...given, promptId: `${given.promptId}-${scene.team.slug}` }))
  await scanBefore(
    scene,
    project,
    2,
    own.map((given) => ({ ...given, mentioned: given.engine === 'alpha' })),
  )
  await scanBefore(scene, project, 1, own)
  return { project, geo: `/v1/projects/${project.id}/geo` }
}

import { eq } from 'drizzle-orm'
import { projects } from '../../../src/features/geo/projects/table.ts'
import { geoSettings } from '../../../src/features/geo/settings/table.ts'
import { addCompetitor, addProject, addPrompt, type Project } from '../../support/tracking.ts'
import { addScan, type Given } from '../../support/visibility.ts'
import { addBrand } from './brands.ts'
import type { Scene } from './scene.ts'

const dayMilliseconds = 86_400_000

/** A project that is set up, in the scene's organization. */
export async function addTracked(scene: Scene, isConfigured = true): Promise<Project> {
  const { ctx } = scene.herald
  const brandIdentityId = await addBrand(scene)
  const project = await addProject(ctx, scene.team, `project-${scene.team.slug}`, isConfigured)
  await ctx.db.update(projects).set({ brandIdentityId }).where(eq(projects.id, project.id))
  return project
}

/** What two engines answer to two prompts; the first names the brand in both, the second in one. */
export const answers: Given[] = [
  { engine: 'alpha', promptId: 'custom-1', mentioned: true, position: 1 },
  { engine: 'alpha', promptId: 'custom-2', mentioned: true, position: 3 },
  { engine: 'beta', promptId: 'custom-1', mentioned: true, position: 2 },
  { engine: 'beta', promptId: 'custom-2', mentioned: false },
]

/** A scan that ended so many days ago. */
export function scanBefore(
  { herald: { ctx } }: Scene,
  project: Project,
  days: number,
  given = answers,
  scan: Parameters<typeof addScan>[4] = {},
) {
  const at = new Date(ctx.clock.now.getTime() - days * dayMilliseconds)
  return addScan(ctx, project, at.toISOString(), given, { id: `${project.id}-${days}`, ...scan })
}

/** A project with scans on three of the last days. */
export async function addScanned(scene: Scene): Promise<Project> {
  const project = await addTracked(scene)
  for (const days of [9, 8, 2]) await scanBefore(scene, project, days)
  return project
}

/** A prompt that two of three engines answer without the brand, and one that all answer with it. */
export async function addGaps(scene: Scene): Promise<Project> {
  const { ctx } = scene.herald
  const project = await addTracked(scene)
  const id = (name: string) => `${name}-${project.id}`
  const engines = ['acme/alpha', 'acme/beta', 'acme/gamma']
  await ctx.db.update(geoSettings).set({ engines }).where(eq(geoSettings.projectId, project.id))
  await addPrompt(ctx, project, id('tools'), 'best tools for changelogs')
  await addPrompt(ctx, project, id('notes'), 'how to write release notes')
  await addCompetitor(ctx, project, id('beta'), 'Beta')
  await addCompetitor(ctx, project, id('north'), 'Northlight')
  const tools = { promptId: `custom-${id('tools')}`, mentioned: false, competitorIds: [id('beta')] }
  const notes = { promptId: `custom-${id('notes')}`, mentioned: true }
  const answer = 'Beta is hosted and shows the changelog in a small widget. Northlight drafts notes.'
  const cited = [
    { url: 'https://tests.example/tools', title: 'Ten changelog tools', domain: 'tests.example' },
  ]
  await scanBefore(scene, project, 1, [
    { engine: 'acme/alpha', ...tools, answer, cited },
    { engine: 'acme/beta', ...tools, answer, cited, competitorIds: [id('north')] },
    { engine: 'acme/gamma', ...tools, mentioned: true },
    { engine: 'acme/alpha', ...notes },
    { engine: 'acme/beta', ...notes },
  ])
  return project
}

/** Two competitors, tracked through the API. */
export async function addCompetitors(scene: Scene): Promise<Project> {
  const project = await addTracked(scene)
  const address = `/v1/projects/${project.id}/geo/competitors`
  await scene.team.call('PUT', address, { name: 'Beta', domain: 'beta.example' })
  await scene.team.call('PUT', address, {
    name: 'Northlight',
    domain: 'northlight.example',
    synonyms: ['North Light', 'NL'],
    kind: 'indirect',
  })
  return project
}

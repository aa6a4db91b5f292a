import { acme, addBrand } from './brands.ts'
import type { Scene } from './scene.ts'

/** What a project tracks, as a client sends it. */
const tracked = {
  companyName: 'Acme',
  aliases: ['Acme Cloud'],
  domains: ['docs.acme.com'],
  conversionPaths: ['/sign-up'],
  languages: ['en'],
  engines: ['openai/gpt-5.6-sol', 'anthropic/claude-sonnet-5'],
  enforceZdr: false,
  nonZdrApprovedEngines: [],
  enabled: false,
  scanIntervalHours: 24,
}

/** A project about the brand Acme. What it tracks is not said yet. */
export async function addBareProject(scene: Scene, name = 'Acme') {
  const { herald, team } = scene
  const brandSettingsId = await addBrand(scene, { ...acme, name, isDefault: name === 'Acme' })
  const { body } = await team.call('POST', '/v1/projects', { name, brandSettingsId })
  herald.ctx.clock.advance(1000)
  const id: string = body.project.id
  return { id, brandSettingsId, geo: `/v1/projects/${id}/geo` }
}

/** A project that tracks Acme on two engines. */
export async function addTrackedProject(scene: Scene, changes: Partial<typeof tracked> = {}) {
  const project = await addBareProject(scene)
  await scene.team.call('PATCH', `${project.geo}/settings`, { ...tracked, ...changes })
  return project
}

import { useProjectSettings } from '../../data/project-data.ts'
import * as strings from './strings.ts'

/** An engine's name; for one that is no longer in the catalog, its id without the provider. */
export function useEngineNames(): (engine: string) => string {
  const models = useProjectSettings().data?.catalog.models ?? []
  const labels = new Map(models.map(({ id, label }) => [id, label]))
  return (engine) => labels.get(engine) ?? engine.split('/').at(-1) ?? engine
}

/** How scans query an engine. Answers of its API can differ from those of its website. */
export function useEngineSurfaces(): (engine: string) => string {
  const models = useProjectSettings().data?.catalog.models ?? []
  const surfaces = new Map(models.map(({ id, surface }) => [id, strings.engines.surfaces[surface]]))
  return (engine) => surfaces.get(engine) ?? ''
}

/** Whether an engine is a page that people see. Figures never mix pages with APIs. */
export function useIsPage(): (engine: string) => boolean {
  const models = useProjectSettings().data?.catalog.models ?? []
  const pages = new Set(models.filter(({ surface }) => surface.endsWith('_page')).map(({ id }) => id))
  return (engine) => pages.has(engine)
}

/** The name of the brand. */
export function useCompanyName(): string {
  return useProjectSettings().data?.settings?.companyName ?? strings.engines.you
}

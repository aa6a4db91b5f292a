import { useTracking } from '../../data/project-data.ts'

/** An engine as people call it; one that the catalog does not list any more by its id without the provider. */
export function useEngineNames(): (engine: string) => string {
  const models = useTracking().data?.catalog.models ?? []
  const labels = new Map(models.map(({ id, label }) => [id, label]))
  return (engine) => labels.get(engine) ?? engine.split('/').at(-1) ?? engine
}

/** What the company is called whose mentions are counted. */
export function useCompanyName(): string {
  return useTracking().data?.settings?.companyName ?? 'You'
}

import { answerKindLabels, isPageKind } from '../../../ai/engines/answer-kinds.ts'
import { useProjectSettings } from '../../data/project-data.ts'
import * as strings from './strings.ts'

/** An engine's name; for one that is no longer in the catalog, its id without the provider. */
export function useEngineNames(): (engine: string) => string {
  const models = useProjectSettings().data?.catalog.models ?? []
  const labels = new Map(models.map(({ id, label }) => [id, label]))
  return (engine) => labels.get(engine) ?? engine.split('/').at(-1) ?? engine
}

/** How scans query an engine. Answers of its API can differ from those of its website. */
export function useEngineKinds(): (engine: string) => string {
  const models = useProjectSettings().data?.catalog.models ?? []
  const kinds = new Map(models.map(({ id, kind }) => [id, answerKindLabels[kind]]))
  return (engine) => kinds.get(engine) ?? ''
}

/** Whether an engine is a page that people see. Figures never mix pages with APIs. */
export function useIsPage(): (engine: string) => boolean {
  const models = useProjectSettings().data?.catalog.models ?? []
  const pages = new Set(models.filter(({ kind }) => isPageKind(kind)).map(({ id }) => id))
  return (engine) => pages.has(engine)
}

/** The name of the brand. */
export function useCompanyName(): string {
  return useProjectSettings().data?.settings?.companyName ?? strings.engines.you
}

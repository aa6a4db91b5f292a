import { api, ask, queryOf } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgChange, useOrgQuery } from './query.ts'
import type { Window } from './window/window.ts'

const routes = (projectId: string) => api.api.app.projects({ projectId }).reports
const askLinks = (projectId: string) => ask(routes(projectId).get())
/** A link to a report, without its address. */
export type ReportLink = Awaited<ReturnType<typeof askLinks>>['links'][number]

/** The links of the project that still work. */
export function useReportLinks() {
  const { id } = useProject()
  return useOrgQuery(['report-links', id], () => askLinks(id))
}

type Wanted = { expiresInDays: 7 | 30 | 90 | 365; days?: number; from?: string; to?: string }

export function useCreateReportLink() {
  const { id } = useProject()
  return useOrgChange('reportLinks', (wanted: Wanted) => ask(routes(id).post(wanted)))
}

export function useRevokeReportLink() {
  const { id } = useProject()
  return useOrgChange('reportLinks', (reportLinkId: string) => ask(routes(id)({ reportLinkId }).delete()))
}

/** Reads the chart of the mention rate as an SVG image. */
export function useChartImage({ query, filter }: Window) {
  const { id } = useProject()
  return async () => (await ask(routes(id).chart.get({ query: queryOf({ ...query, ...filter }) }))).svg
}

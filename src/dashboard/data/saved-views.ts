import { useSearchParams } from 'wouter'
import { api, ask } from './api.ts'
import { useProject } from './project-context.ts'
import { useOrgChange, useOrgQuery } from './query.ts'

const routes = (projectId: string) => api.api.app.projects({ projectId }).views
const askViews = (projectId: string) => ask(routes(projectId).get())
/** Named filters and a period, which the organization shares. */
export type SavedView = Awaited<ReturnType<typeof askViews>>['views'][number]

type Filters = Parameters<ReturnType<typeof routes>['post']>[0]['filters']

/** The saved views of the project, by name. */
export function useSavedViews() {
  const { id } = useProject()
  return useOrgQuery(['saved-views', id], () => askViews(id))
}

export function useSaveView() {
  const { id } = useProject()
  return useOrgChange('savedViews', (wanted: { name: string; filters: Filters }) =>
    ask(routes(id).post(wanted)),
  )
}

export function useRenameView(viewId: string) {
  const { id } = useProject()
  return useOrgChange('savedViews', (name: string) => ask(routes(id)({ viewId }).patch({ name })))
}

/** Replaces the filters of a view. */
export function useUpdateView(viewId: string) {
  const { id } = useProject()
  return useOrgChange('savedViews', (filters: Filters) => ask(routes(id)({ viewId }).patch({ filters })))
}

export function useDeleteView() {
  const { id } = useProject()
  return useOrgChange('savedViews', (viewId: string) => ask(routes(id)({ viewId }).delete()))
}

/** The parameters of the URL that a view saves. */
const saved = [
  ...['range', 'from', 'to', 'compareFrom', 'compareTo'],
  ...['engine', 'surface', 'language', 'tag', 'intent', 'branded'],
]

/** The filters in the URL, whether a view has the same ones, and a function that opens those of a view. */
export function useShownFilters() {
  const [search, setSearch] = useSearchParams()
  const filters = Object.fromEntries(search.entries().filter(([name]) => saved.includes(name))) as Filters
  return {
    filters,
    isShown: ({ filters: others }: SavedView) =>
      saved.every((name) => (search.get(name) ?? '') === (others[name] ?? '')),
    open: ({ filters: next }: SavedView) =>
      setSearch((before) => {
        const after = new URLSearchParams(before)
        for (const name of [...saved, 'open', 'page']) after.delete(name)
        for (const [name, value] of Object.entries(next)) after.set(name, value)
        return after
      }),
  }
}

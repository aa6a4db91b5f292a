import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from './paths.ts'
import { type Project, useProjects } from './projects.ts'
import { useOrganization } from './session.tsx'

const isVisibility = (path: string) => /^\/geo(?=[/?]|$)/.test(path)

/** The address of a page of visibility for one project; '' is the first one, which no address names. */
export function addressFor(projectId: string, path: string): string {
  if (!projectId || !isVisibility(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}project=${encodeURIComponent(projectId)}`
}

/**
 * The project that the address names, '' where it names none. On the pages of others it is the one that was looked at
 * last in this tab, so that the navigation leads back to it.
 */
export function useChosenProject(): string {
  const { id } = useOrganization()
  const [location] = useLocation()
  const search = useSearch()
  const key = `herald:project:${id}`
  const isHere = isVisibility(location)
  const chosen = isHere
    ? (new URLSearchParams(search).get('project') ?? '')
    : (sessionStorage.getItem(key) ?? '')
  useEffect(() => {
    if (isHere) sessionStorage.setItem(key, chosen)
  }, [isHere, key, chosen])
  return chosen
}

/** Addresses of pages of visibility keep the project that is looked at; others stay as they are. */
export function useProjectAddress(): (path: string) => string {
  const chosen = useChosenProject()
  return (path) => addressFor(chosen, path)
}

/** The projects, and which of them is shown: undefined while they are on their way, null where there is no such. */
export function useShownProject() {
  const projects = useProjects()
  const chosen = useChosenProject()
  const shown: Project | null | undefined =
    projects.data && ((chosen ? projects.data.find(({ id }) => id === chosen) : projects.data[0]) ?? null)
  return { projects, shown }
}

/** Opens a project on the page that is shown, or on the first of visibility; what was filtered there begins anew. */
export function useOpenProject() {
  const [location, navigate] = useLocation()
  const { data: projects = [] } = useProjects()
  return (projectId: string, path = isVisibility(location) ? location : paths.visibility()) =>
    navigate(addressFor(projectId === projects[0]?.id ? '' : projectId, path))
}

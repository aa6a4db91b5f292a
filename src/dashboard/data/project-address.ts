import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { paths } from './paths.ts'
import { type Project, useProjects } from './projects.ts'
import { useOrganization } from './session.tsx'

const isVisibility = (path: string) => /^\/geo(?=[/?]|$)/.test(path)

/** The URL of a visibility page of one project; '' is the first one, which has no parameter. */
export function addressFor(projectId: string, path: string): string {
  if (!projectId || !isVisibility(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}project=${encodeURIComponent(projectId)}`
}

/**
 * The project in the URL, '' if there is none. On other pages it is the last one of this tab, so that the
 * navigation leads back to it.
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

/** Keeps the current project in the URLs of visibility pages; other URLs are unchanged. */
export function useProjectAddress(): (path: string) => string {
  const chosen = useChosenProject()
  return (path) => addressFor(chosen, path)
}

/** The projects and the current one: undefined while they load, null if it does not exist. */
export function useShownProject() {
  const projects = useProjects()
  const chosen = useChosenProject()
  const shown: Project | null | undefined =
    projects.data && ((chosen ? projects.data.find(({ id }) => id === chosen) : projects.data[0]) ?? null)
  return { projects, shown }
}

/** Opens a project on the current page, or on the first of visibility, without filters. */
export function useOpenProject() {
  const [location, navigate] = useLocation()
  const { data: projects = [] } = useProjects()
  return (projectId: string, path = isVisibility(location) ? location : paths.visibility()) =>
    navigate(addressFor(projectId === projects[0]?.id ? '' : projectId, path))
}

import { createContext, use } from 'react'
import type { Project } from './projects.ts'
import * as strings from './strings.ts'

export const ProjectContext = createContext<Project | null>(null)

/** The current project. */
export function useProject(): Project {
  const project = use(ProjectContext)
  if (!project) throw new Error(strings.projectContext.outsideProject)
  return project
}

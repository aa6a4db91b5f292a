import { createContext, use } from 'react'
import type { Project } from './projects.ts'

export const ProjectContext = createContext<Project | null>(null)

/** The current project. */
export function useProject(): Project {
  const project = use(ProjectContext)
  if (!project) throw new Error('useProject was called outside a project.')
  return project
}

import { createContext, type ReactNode, use } from 'react'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { PageHead } from '../parts/page.tsx'
import { useOpenProject, useShownProject } from './address.ts'
import type { Project } from './queries.ts'
import { NotSetUp } from './set-up.tsx'

const ProjectContext = createContext<Project | null>(null)

/** The project whose page is shown. */
export function useProject(): Project {
  const project = use(ProjectContext)
  if (!project) throw new Error('useProject was called outside a project.')
  return project
}

/**
 * A page of visibility: its head, and below it what it shows of the project that the address names. Without a project
 * it leads to the set-up. What `actions` renders belongs to the project too.
 */
export function ProjectPage({
  title,
  sub,
  crumb,
  actions,
  skeleton,
  children,
}: {
  title: string
  sub?: ReactNode
  crumb?: { href: string; label: string }
  actions?: ReactNode
  /** In the place of bars. */
  skeleton?: ReactNode
  children: ReactNode
}) {
  const { projects, shown } = useShownProject()
  return (
    <>
      <PageHead title={title} sub={sub} crumb={crumb}>
        {shown && actions && (
          <ProjectContext key={shown.id} value={shown}>
            {actions}
          </ProjectContext>
        )}
      </PageHead>
      <Loaded query={projects} skeleton={skeleton}>
        {(all) =>
          shown ? (
            <ProjectContext key={shown.id} value={shown}>
              {children}
            </ProjectContext>
          ) : all.length > 0 ? (
            <NoSuchProject />
          ) : (
            <NotSetUp />
          )
        }
      </Loaded>
    </>
  )
}

function NoSuchProject() {
  const open = useOpenProject()
  return (
    <Empty title="Project not found" actions={<Button onClick={() => open('')}>Open first project</Button>}>
      It was deleted or belongs to another organization.
    </Empty>
  )
}

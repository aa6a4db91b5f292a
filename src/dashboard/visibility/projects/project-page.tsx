import type { ReactNode } from 'react'
import { useOpenProject, useShownProject } from '../../data/project-address.ts'
import { ProjectContext } from '../../data/project-context.ts'
import { useAsked } from '../../data/query-state.ts'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { FurtherProject, NotSetUp } from './set-up.tsx'
import * as strings from './strings.ts'

/**
 * A visibility page: its head, and below it the content for the project in the URL. Without a project it
 * shows the set-up. `actions` also gets the project.
 */
export function ProjectPage({
  title,
  sub,
  manual,
  crumb,
  actions,
  skeleton,
  children,
}: {
  title: string
  sub?: ReactNode
  /** As in `PageHead`. */
  manual?: string
  crumb?: { href: string; label: string }
  actions?: ReactNode
  /** Replaces the skeleton bars. */
  skeleton?: ReactNode
  children: ReactNode
}) {
  const { projects, shown } = useShownProject()
  const [isAdding] = useAsked('set-up')
  return (
    <>
      <PageHead title={title} sub={sub} manual={manual} crumb={crumb}>
        {shown && actions && !isAdding && (
          <ProjectContext key={shown.id} value={shown}>
            {actions}
          </ProjectContext>
        )}
      </PageHead>
      <Loaded query={projects} skeleton={skeleton}>
        {(all) =>
          shown && isAdding ? (
            <FurtherProject />
          ) : shown ? (
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
    <Empty
      title={strings.projectPage.projectNotFound}
      actions={<Button onClick={() => open('')}>{strings.projectPage.openFirstProject}</Button>}
    >
      {strings.projectPage.notFoundText}
    </Empty>
  )
}

import { ProjectPage } from '../projects/project.tsx'

/** How answer engines speak of a brand. */
export function OverviewPage() {
  return (
    <ProjectPage title="Visibility">
      <p className="muted">No scan yet.</p>
    </ProjectPage>
  )
}

import { ProjectPage } from '../projects/project.tsx'

/** What is tracked, and how. */
export function VisibilitySettingsPage() {
  return (
    <ProjectPage title="Visibility settings">
      <p className="muted">Settings are saved by the API for now.</p>
    </ProjectPage>
  )
}

import { ProjectPage } from '../projects/project.tsx'

/** What is asked of engines. */
export function PromptsPage() {
  return (
    <ProjectPage title="Prompts">
      <p className="muted">Prompts are added by the API for now.</p>
    </ProjectPage>
  )
}

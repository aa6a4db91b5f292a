import { FilterSelect } from '../parts/field.tsx'
import { useOpenProject, useShownProject } from './address.ts'

/** Leads from one project to another; there where there is more than one. */
export function ProjectSwitcher() {
  const { projects, shown } = useShownProject()
  const open = useOpenProject()
  if (!projects.data || projects.data.length < 2) return null
  const choices = projects.data.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="project">
      <FilterSelect
        label="Project"
        value={shown?.id ?? ''}
        choices={shown ? choices : [{ value: '', label: 'Project not found' }, ...choices]}
        onChange={open}
      />
    </div>
  )
}

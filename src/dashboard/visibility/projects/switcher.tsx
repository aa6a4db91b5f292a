import { useOpenProject, useShownProject } from '../../data/project-address.ts'
import { FilterSelect } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** Switches between projects; hidden if there is only one. */
export function ProjectSwitcher() {
  const { projects, shown } = useShownProject()
  const open = useOpenProject()
  if (!projects.data || projects.data.length < 2) return null
  const choices = projects.data.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="project">
      <FilterSelect
        label={strings.switcher.project}
        value={shown?.id ?? ''}
        choices={shown ? choices : [{ value: '', label: strings.switcher.projectNotFound }, ...choices]}
        onChange={open}
      />
    </div>
  )
}

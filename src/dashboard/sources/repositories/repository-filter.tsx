import type { Repository } from '../../data/repositories.ts'
import { FilterSelect } from '../../kit/field.tsx'
import * as strings from './strings.ts'

/** Filters a list by repository; hidden if there is only one. */
export function RepositoryFilter({
  repositories,
  value,
  onChange,
}: {
  repositories: Repository[]
  value: string
  onChange: (id: string) => void
}) {
  if (repositories.length < 2) return null
  const choices = repositories.map(({ id, displayName }) => ({ value: id, label: displayName }))
  return (
    <FilterSelect
      label={strings.repositoryFilter.repository}
      value={value}
      choices={[{ value: '', label: strings.repositoryFilter.allRepositories }, ...choices]}
      onChange={onChange}
    />
  )
}

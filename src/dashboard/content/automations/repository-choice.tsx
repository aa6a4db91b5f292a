import { useState } from 'react'
import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import { isTrackerTarget, useConnected } from '../../data/repositories.ts'
import { CheckField } from '../../kit/field.tsx'
import { Failure } from '../../kit/notice.tsx'
import * as strings from './strings.ts'

/** The chosen repositories and their setter. Until somebody chooses, the only connected repository is chosen. */
export function useRepositoryIds(initial: string[] | undefined) {
  const { data } = useConnected()
  const [chosen, choose] = useState(initial)
  const only = data?.repositories.length === 1 ? data.repositories.map(({ id }) => id) : []
  return [chosen ?? only, choose] as const
}

/**
 * The repositories to choose from. A chosen one that was disconnected is listed, so that it can be removed.
 */
export function RepositoryChoice({
  chosen,
  onChange,
}: {
  chosen: string[]
  onChange: (ids: string[]) => void
}) {
  const { data, error, refetch } = useConnected()
  if (error && !data) return <Failure error={error} retry={() => refetch()} />
  if (!data) return null
  const repositories = data.repositories.map(({ id, displayName }) => ({ id, label: displayName }))
  const known = new Set(repositories.map(({ id }) => id))
  const gone = chosen
    .filter((id) => !known.has(id) && !isTrackerTarget(id))
    .map((id) => ({ id, label: strings.repositoryChoice.disconnectedRepository }))
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset className="field">
      <legend className="mb-1.5">{strings.repositoryChoice.repositories}</legend>
      {repositories.length === 0 && gone.length === 0 ? (
        <p className="muted">
          {strings.repositoryChoice.noRepositoriesConnected(
            <Link href={`${paths.repositories()}?connect`}>
              {strings.repositoryChoice.connectRepository}
            </Link>,
          )}
        </p>
      ) : (
        <div className="grid max-h-48 gap-2 overflow-auto">
          {[...repositories, ...gone].map(({ id, label }) => (
            <CheckField key={id} label={label} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ))}
        </div>
      )}
    </fieldset>
  )
}

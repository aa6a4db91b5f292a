import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { Icon } from '../../kit/icon.tsx'
import { Segments } from '../../kit/tabs.tsx'
import { type Access, type Accesses, allOf, resourceName } from './scopes.ts'
import * as strings from './strings.ts'

const choices: { value: Access; label: string }[] = [
  { value: 'none', label: strings.accessFields.none },
  { value: 'read', label: strings.accessFields.read },
  { value: 'write', label: strings.accessFields.write },
]

/** The scopes of a key: for each resource none, read, or write; all of them at once by the choice above. */
export function AccessFields({
  accesses,
  error,
  onChange,
}: {
  accesses: Accesses
  error?: string | null
  onChange: (accesses: Accesses) => void
}) {
  const resources = Object.keys(accesses)
  const half = Math.ceil(resources.length / 2)
  const [one, ...others] = Object.values(accesses)
  const uniform = others.every((access) => access === one) ? one : null
  const set = (resource: string, access: Access) => onChange({ ...accesses, [resource]: access })
  return (
    <fieldset className="field">
      <legend className="sr">{strings.accessFields.permissions}</legend>
      <div className="row">
        <span className="strong">{strings.accessFields.permissions}</span>
        <span className="row tight end">
          <span className="muted small">{strings.accessFields.all}</span>
          <Segments
            label={strings.accessFields.all}
            choices={choices}
            value={uniform ?? ('' as Access)}
            onChange={(access) => onChange(allOf(resources, access))}
          />
        </span>
      </div>
      <div className="two">
        {[resources.slice(0, half), resources.slice(half)].map((column) => (
          <AccessTable key={column[0]} resources={column} accesses={accesses} set={set} />
        ))}
      </div>
      {error ? (
        <span className="error" role="alert">
          <Icon of={CircleAlert} />
          {error}
        </span>
      ) : (
        <span className="hint">{strings.accessFields.writeIncludesRead}</span>
      )}
    </fieldset>
  )
}

function AccessTable({
  resources,
  accesses,
  set,
}: {
  resources: string[]
  accesses: Accesses
  set: (resource: string, access: Access) => void
}) {
  const id = useId()
  return (
    <table className="access">
      <thead>
        <tr>
          <th scope="col">
            <span className="sr">{strings.accessFields.resource}</span>
          </th>
          {choices.map(({ value, label }) => (
            <th key={value} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {resources.map((resource) => (
          <tr key={resource}>
            <th scope="row">{resourceName(resource)}</th>
            {choices.map(({ value, label }) => (
              <td key={value}>
                <label>
                  <input
                    type="radio"
                    name={`${id}-${resource}`}
                    aria-label={`${resourceName(resource)}: ${label}`}
                    checked={accesses[resource] === value}
                    onChange={() => set(resource, value)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

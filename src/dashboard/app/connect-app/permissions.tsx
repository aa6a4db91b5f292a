import { CheckField } from '../../kit/field.tsx'
import { resourceName } from '../../organization/keys/scopes.ts'
import * as strings from './strings.ts'

/** What the app may read, in one sentence, and what it may change, each to choose. */
export function Permissions({
  scopes,
  refused,
  toggle,
}: {
  scopes: string[]
  refused: string[]
  toggle: (scope: string) => void
}) {
  const resourcesOf = (ending: string) =>
    scopes.filter((scope) => scope.endsWith(ending)).map((scope) => scope.slice(0, -ending.length))
  const [read, written] = [resourcesOf('.read'), resourcesOf('.write')]
  return (
    <>
      {read.length > 0 && (
        <p>
          <span className="strong">{strings.connectApp.reads}</span>
          <br />
          {read.map(resourceName).join(', ')}
        </p>
      )}
      {written.length > 0 && (
        <fieldset className="field">
          <legend className="strong">{strings.connectApp.changes}</legend>
          {written.map((resource) => (
            <CheckField
              key={resource}
              label={resourceName(resource)}
              hint={strings.connectApp.writes[resource]}
              checked={!refused.includes(`${resource}.write`)}
              onChange={() => toggle(`${resource}.write`)}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

import { useDestinations } from '../../data/destinations.ts'
import { CheckField } from '../../kit/field.tsx'
import * as strings from './strings.ts'

const release = 'github-release'

/** The destinations to which published posts are sent without asking; none unless a person chooses some. */
export function DestinationFields({
  chosen,
  onChange,
}: {
  chosen: string[]
  onChange: (chosen: string[]) => void
}) {
  const { data } = useDestinations()
  if (!data) return null
  const choices = [
    { target: release, name: strings.destinationFields.release },
    ...data.pullRequests.map(({ id, repository, path }) => ({
      target: `pull-request:${id}`,
      name: strings.destinationFields.pullRequest(repository, path),
    })),
    ...data.destinations.map(({ id, name }) => ({
      target: `message:${id}`,
      name: strings.destinationFields.message(name),
    })),
  ]
  const isOffered = (target: string) => choices.some((choice) => choice.target === target)
  // Destinations that were removed are dropped by the next change.
  const toggle = (target: string) =>
    onChange(
      (chosen.includes(target) ? chosen.filter((each) => each !== target) : [...chosen, target]).filter(
        isOffered,
      ),
    )
  return (
    <fieldset className="field">
      <legend className="mb-1.5">{strings.destinationFields.title}</legend>
      <span className="hint">{strings.destinationFields.hint}</span>
      <div className="grid gap-2 pt-2">
        {choices.map(({ target, name }) => (
          <CheckField
            key={target}
            label={name}
            checked={chosen.includes(target)}
            onChange={() => toggle(target)}
          />
        ))}
      </div>
    </fieldset>
  )
}

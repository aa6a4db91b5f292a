import { eventsInWords } from '../../content/automations/events.ts'
import { formatNoun } from '../../data/formats.ts'
import { useReaders } from '../../data/repositories.ts'
import { Loaded } from '../../kit/loaded.tsx'

/** Lists the automations that a deletion disables. */
export function SwitchedOff({ target }: { target: string }) {
  const readers = useReaders(target)
  return (
    <Loaded query={readers} rows={2}>
      {({ schedules, triggers }) =>
        schedules.length + triggers.length === 0 ? (
          <p className="muted">No schedules or triggers use it.</p>
        ) : (
          <div className="grid gap-1">
            <p>These will be disabled:</p>
            <ul className="bullets">
              {schedules.map(({ id, name }) => (
                <li key={id}>Schedule “{name}”</li>
              ))}
              {triggers.map(({ id, outputType, sourceConfig }) => (
                <li key={id}>
                  Trigger: a {formatNoun(outputType)} for {eventsInWords(sourceConfig).toLowerCase()}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}

import { eventsInWords } from '../../content/automations/events.ts'
import { formatNoun } from '../../data/formats.ts'
import { useReaders } from '../../data/repositories.ts'
import { Loaded } from '../../kit/loaded.tsx'
import * as strings from './strings.ts'

/** Lists the automations that a deletion disables. */
export function SwitchedOff({ target }: { target: string }) {
  const readers = useReaders(target)
  return (
    <Loaded query={readers} rows={2}>
      {({ schedules, triggers }) =>
        schedules.length + triggers.length === 0 ? (
          <p className="muted">{strings.switchedOff.noSchedulesOrTriggersUse}</p>
        ) : (
          <div className="grid gap-1">
            <p>{strings.switchedOff.theseWillBeDisabled}</p>
            <ul className="bullets">
              {schedules.map(({ id, name }) => (
                <li key={id}>{strings.switchedOff.schedule(name)}</li>
              ))}
              {triggers.map(({ id, outputType, sourceConfig }) => (
                <li key={id}>
                  {strings.switchedOff.triggerFor(
                    formatNoun(outputType),
                    eventsInWords(sourceConfig).toLowerCase(),
                  )}
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  )
}

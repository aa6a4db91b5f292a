import type { ReceivedCounts } from '../../data/traffic-setup.ts'
import { NumberedStep } from '../../kit/numbered-step.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import * as strings from './strings.ts'

/** Whether visits arrive, and why some were dropped. */
export function ReceivedVisits({ received }: { received: ReceivedCounts }) {
  const { stored, dropped, lastAt } = received
  return (
    <NumberedStep
      place={3}
      state={stored > 0 ? 'done' : lastAt ? 'now' : 'later'}
      title={strings.received.title}
      aside={
        <span className="aside" role="status">
          <Arrival received={received} />
        </span>
      }
    >
      <div className="in grid grid-cols-1 gap-3">
        <p className="muted">
          {lastAt ? strings.received.scope(<Time at={lastAt} />) : strings.received.testHint}
        </p>
        <Dropped dropped={dropped} />
      </div>
    </NumberedStep>
  )
}

function Arrival({ received: { stored, lastAt } }: { received: ReceivedCounts }) {
  if (stored > 0) return <Status state="good">{strings.received.stored(stored)}</Status>
  if (lastAt) return <Status state="busy">{strings.received.noneStored}</Status>
  return <Status state="busy">{strings.received.waiting}</Status>
}

function Dropped({ dropped: { human, foreignHost, rateLimited } }: { dropped: ReceivedCounts['dropped'] }) {
  if (human + foreignHost + rateLimited === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
    <ul className="rows" role="list" aria-label={strings.received.dropped}>
      {foreignHost > 0 && <li className="py-2">{strings.received.foreignHost(foreignHost)}</li>}
      {rateLimited > 0 && <li className="py-2">{strings.received.rateLimited(rateLimited)}</li>}
      {human > 0 && <li className="py-2">{strings.received.human(human)}</li>}
    </ul>
  )
}

import { useState } from 'react'
import { Copy } from '../../kit/copy.tsx'
import type { Event } from './event.ts'
import * as strings from './strings.ts'

/** The events of the stream, one line of JSON each. */
export function RawEvents({ events, first }: { events: Event[]; first: number }) {
  const [isOpen, setOpen] = useState(false)
  const text = () => events.map((event) => JSON.stringify(event)).join('\n')
  return (
    <details className="call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{strings.rawEvents.eventCount(events.length, first)}</summary>
      {isOpen && (
        <div className="relative">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section className="code max-h-96" tabIndex={0} aria-label={strings.rawEvents.rawEvents}>
            {text()}
          </section>
          <div className="absolute end-2 top-2">
            <Copy text={async () => text()} what={strings.rawEvents.rawEventsNoun} look="plain" />
          </div>
        </div>
      )}
    </details>
  )
}

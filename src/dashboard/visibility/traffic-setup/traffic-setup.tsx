import { useState } from 'react'
import { type CreatedToken, type Setup, useTrafficSetup } from '../../data/traffic-setup.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/page.tsx'
import { InstallCode } from './install-code.tsx'
import { ReceivedVisits } from './received-visits.tsx'
import * as strings from './strings.ts'
import { TrackingToken } from './tracking-token.tsx'

/** The setup of AI traffic in three steps, the last of which is the first visit. */
export function TrafficSetup({ title = strings.setup.title }: { title?: string }) {
  const setup = useTrafficSetup()
  return (
    <Section title={title} note={strings.setup.note}>
      <Loaded query={setup} rows={6}>
        {(found) => <Steps setup={found} />}
      </Loaded>
    </Section>
  )
}

function Steps({ setup }: { setup: Setup }) {
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const { received, organization } = setup
  const isReporting = received.lastAt !== null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers
    <ol className="steps" role="list">
      <TrackingToken
        token={created?.token ?? null}
        state={isReporting || created ? 'done' : 'now'}
        organization={organization.name}
        onCreated={setCreated}
      />
      <InstallCode
        snippets={created?.snippets ?? setup.snippets}
        hasToken={created !== null}
        state={isReporting ? 'done' : created ? 'now' : 'later'}
      />
      <ReceivedVisits received={received} />
    </ol>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { useConnected } from '../data/repositories.ts'
import { lastConnected } from '../data/repository-connection.ts'
import { useSession } from '../data/session.tsx'
import { PageHead } from '../kit/page.tsx'
import { ConnectStep } from './connect-step.tsx'
import { VisibilityInWords } from './lazy-visibility.tsx'
import { PublishStep } from './publish-step.tsx'
import * as strings from './strings.ts'
import { WebhookStep } from './webhook-step.tsx'
import { WriteStep } from './write-step.tsx'

/** The first steps of an organization: connect, write, publish, and automate. */
export function FirstRun({ home }: { home: Home }) {
  const session = useSession()
  const connected = useConnected()
  const [runId, setRunId] = useState<string | null>(home.runs[0]?.id ?? null)
  const [firstName = ''] = session.data?.user?.name.split(' ') ?? []
  const repository = lastConnected(connected.data?.repositories ?? [])
  return (
    <>
      <PageHead title={strings.firstRun.welcome(firstName)} sub={strings.firstRun.subtitle} />
      <ol className="steps">
        <ConnectStep repository={repository} />
        <WriteStep repository={repository} runId={runId} onStart={setRunId} />
        <PublishStep runId={runId} />
        <WebhookStep repository={repository} home={home} />
      </ol>
      {home.visibility ? (
        <div className="pt-6">
          <VisibilityInWords visibility={home.visibility} />
        </div>
      ) : (
        <p className="pt-6">
          {strings.firstRun.visibility(
            <Link href={paths.visibilitySetUp()}>{strings.firstRun.setUpVisibility}</Link>,
          )}
        </p>
      )}
    </>
  )
}

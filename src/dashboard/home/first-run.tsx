import { useState } from 'react'
import { Link } from 'wouter'
import { PageHead } from '../parts/page.tsx'
import { paths } from '../paths.ts'
import { lastConnected } from '../repositories/connection.ts'
import { useConnected } from '../repositories/queries.ts'
import { useSession } from '../session/session.tsx'
import { ConnectStep } from './connect-step.tsx'
import type { Home } from './queries.ts'
import { WebhookStep } from './webhook-step.tsx'
import { WriteStep } from './write-step.tsx'

/** From an empty organization to a first changelog: connect, write, and let releases do it from then on. */
export function FirstRun({ home }: { home: Home }) {
  const session = useSession()
  const connected = useConnected()
  const [runId, setRunId] = useState<string | null>(home.runs[0]?.id ?? null)
  const [firstName = ''] = session.data?.user?.name.split(' ') ?? []
  const repository = lastConnected(connected.data?.repositories ?? [])
  return (
    <>
      <PageHead
        title={`Welcome, ${firstName}`}
        sub="Three steps to automatic changelogs. No AI model needed."
      />
      <ol className="steps">
        <ConnectStep repository={repository} />
        <WriteStep repository={repository} runId={runId} onStart={setRunId} />
        <WebhookStep repository={repository} isDone={home.hasWebhook} />
      </ol>
      {runId && (
        <p className="muted mt-6">
          You can leave this page. The draft will appear under <Link href={paths.posts()}>Posts</Link>.
        </p>
      )}
    </>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { Home } from '../data/home.ts'
import { paths } from '../data/paths.ts'
import { useConnected } from '../data/repositories.ts'
import { lastConnected } from '../data/repository-connection.ts'
import { useSession } from '../data/session.tsx'
import { PageHead } from '../kit/page.tsx'
import { ConnectStep } from './connect-step.tsx'
import { WebhookStep } from './webhook-step.tsx'
import { WriteStep } from './write-step.tsx'

/** The first steps of an organization: connect, write, and automate. */
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

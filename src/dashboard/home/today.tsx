import { useApprovalCount } from '../data/counts.ts'
import type { Home } from '../data/home.ts'
import { PageHead } from '../kit/page.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Running, WentOut } from './running.tsx'
import { spell } from './spell.ts'

const today = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** Pending items, running posts and recent posts. */
export function Today({ home }: { home: Home }) {
  const approvals = useApprovalCount()
  const needs =
    Number(home.failedDeliveries.count > 0) +
    approvals +
    home.draftCount +
    home.articles.count +
    Number(home.newFeedback.count > 0)
  return (
    <>
      <PageHead title={today.format(new Date())} sub={summary(needs, home.runs.length)} />
      <NeedsYou home={home} approvals={approvals} needs={needs} />
      <Running home={home} />
      <WentOut home={home} />
    </>
  )
}

function summary(needs: number, running: number): string {
  const first =
    needs === 0 ? 'Nothing to do.' : needs === 1 ? 'One thing to do.' : `${spell(needs)} things to do.`
  if (running === 0) return first
  return `${first} ${running === 1 ? 'One run' : `${spell(running)} runs`} in progress.`
}

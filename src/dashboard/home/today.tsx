import { useApprovalCount } from '../data/counts.ts'
import type { Home } from '../data/home.ts'
import { PageHead } from '../kit/page.tsx'
import { VisibilityInWords } from './lazy-visibility.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Running, WentOut } from './running.tsx'
import * as strings from './strings.ts'

const today = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' })

/** Pending items, running posts and recent posts. */
export function Today({ home }: { home: Home }) {
  const approvals = useApprovalCount()
  const suggestsWebhook = home.hasRepository && !home.hasWebhook
  const needs =
    Number(home.failedDeliveries.count > 0) +
    approvals +
    home.draftCount +
    home.articles.count +
    Number((home.visibility?.gaps ?? 0) > 0) +
    Number(home.newFeedback.count > 0) +
    Number(suggestsWebhook)
  return (
    <>
      <PageHead title={today.format(new Date())} sub={summary(needs, home.runs.length)} />
      {home.visibility && <VisibilityInWords visibility={home.visibility} />}
      <NeedsYou home={home} approvals={approvals} needs={needs} />
      <Running home={home} />
      <WentOut home={home} />
    </>
  )
}

function summary(needs: number, running: number): string {
  return [strings.today.toDo(needs), running > 0 && strings.today.inProgress(running)]
    .filter(Boolean)
    .join(' ')
}

import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { type Entry, type FeedbackStatus, useEntries } from '../../data/feedback.ts'
import { paths } from '../../data/paths.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Failure } from '../../kit/notice.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Tally } from '../../kit/tally.tsx'
import { Time } from '../../kit/time.tsx'
import { kinds, statuses as statusWords } from './kinds.ts'
import { Snippets } from './snippets.tsx'
import * as strings from './strings.ts'

const step = 25

/**
 * The list on the left, by status, with the selected entry next to it. If both fit, the first one is selected
 * by default.
 */
export function Inbox({
  statuses,
  kind,
  similar,
  current,
  isFiltered,
  children,
}: {
  statuses: readonly FeedbackStatus[]
  kind: string
  similar: boolean
  current: string | undefined
  isFiltered: boolean
  children: (id: string, next: string | null) => ReactNode
}) {
  const [limit, setLimit] = useState(step)
  const first = useEntries({ status: statuses[0] ?? 'new', kind, similar, limit })
  const second = useEntries({ status: statuses[1] ?? statuses[0] ?? 'new', kind, similar, limit })
  const lists = [first, second].slice(0, statuses.length)
  const failed = lists.find(({ isError, data }) => isError && !data)
  if (failed) return <Failure error={failed.error} retry={() => lists.map(({ refetch }) => refetch())} />
  if (lists.some(({ data }) => !data)) return <Skeleton />

  const sections = lists.map(({ data }, place) => ({
    status: statuses[place] as FeedbackStatus,
    entries: data?.feedback ?? [],
    total: data?.pagination.totalItems ?? 0,
  }))
  const entries = sections.flatMap((section) => section.entries)
  if (entries.length === 0 && !current) {
    return isFiltered ? (
      <Empty
        title={strings.inbox.noMatches}
        actions={<ButtonLink href={paths.feedback()}>{strings.inbox.clearFilters}</ButtonLink>}
      />
    ) : (
      <NoFeedback />
    )
  }
  const shown = current ?? (isWide() ? entries[0]?.id : undefined)
  const at = entries.findIndex(({ id }) => id === shown)
  const next = entries[at + 1]?.id ?? entries[at - 1]?.id ?? null
  return (
    <div className={current ? 'inbox chosen' : 'inbox'}>
      <div className="list">
        {sections
          .filter((section) => section.entries.length > 0)
          .map((section) => (
            <ListOf key={section.status} {...section} similar={similar} current={shown} />
          ))}
        {sections.some(({ total }) => total > limit) && limit < 100 && (
          <div className="py-3">
            <Button slim onClick={() => setLimit(Math.min(100, limit + step))}>
              {strings.inbox.showMore}
            </Button>
          </div>
        )}
      </div>
      <div>{shown && children(shown, next)}</div>
    </div>
  )
}

const isWide = () => matchMedia('(min-width: 768px)').matches

function ListOf({
  status,
  entries,
  total,
  similar,
  current,
}: {
  status: FeedbackStatus
  entries: Entry[]
  total: number
  similar: boolean
  current: string | undefined
}) {
  return (
    <>
      <h2>
        {statusWords[status].label}
        <span>{similar ? strings.inbox.groupCount(total) : strings.inbox.reportCount(total)}</span>
      </h2>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link
              className={status === 'new' ? 'item new' : 'item'}
              href={paths.feedbackEntry(entry.id) + location.search}
              aria-current={entry.id === current ? 'true' : undefined}
              data-row=""
            >
              <Icon of={kinds[entry.kind].icon} />
              <span className="t">{titleOf(entry)}</span>
              <span className="tm">
                <Time at={entry.createdAt} />
              </span>
              <span className="x">
                <Senders entry={entry} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The title of an entry, or the beginning of its message. */
export function titleOf({ title, message }: Pick<Entry, 'title' | 'message'>): string {
  if (title) return title
  return message.length > 100 ? `${message.slice(0, 100).trimEnd()}…` : message
}

function Senders({ entry }: { entry: Entry }) {
  const reports = entry.group?.total ?? 1
  const agents = entry.group?.agentClients ?? [{ value: entry.agentClient, count: 1 }]
  const [only] = agents
  const who = strings.inbox.who(agents.length, only?.value)
  const tick = entry.status === 'new' ? 'hi' : 'li'
  const noun = strings.inbox.reports(reports)
  return (
    <>
      <Tally groups={[{ kind: tick, count: reports, label: noun }]} noun={noun} height={12} />
      <span>{strings.inbox.reportsBy(reports, who)}</span>
    </>
  )
}

function NoFeedback() {
  return (
    <Empty title={strings.inbox.noFeedbackYet}>
      {strings.inbox.emptyText}
      <Snippets />
    </Empty>
  )
}

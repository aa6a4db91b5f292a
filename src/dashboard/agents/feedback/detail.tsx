import { Ellipsis } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { type Entry, type FeedbackStatus, useEntry, useMove } from '../../data/feedback.ts'
import { paths } from '../../data/paths.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { JsonView } from '../../kit/json-view.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Menu } from '../../kit/menu.tsx'
import { Failure } from '../../kit/notice.tsx'
import { useShortcuts } from '../../kit/shortcuts.ts'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { toast } from '../../kit/toast.tsx'
import { Group } from './group.tsx'
import { titleOf } from './inbox.tsx'
import { kinds, statuses } from './kinds.ts'
import * as strings from './strings.ts'

/** One report, its actions, and similar ones. */
export function Detail({ id, similar, next }: { id: string; similar: boolean; next: string | null }) {
  return (
    <Loaded query={useEntry(id)} rows={4}>
      {({ feedback }) => <Report entry={feedback} similar={similar} next={next} />}
    </Loaded>
  )
}

const verbs: Record<FeedbackStatus, string> = strings.detail.verbs

function Report({ entry, similar, next }: { entry: Entry; similar: boolean; next: string | null }) {
  const [, navigate] = useLocation()
  const move = useMove()
  const go = (id: string | null) =>
    navigate((id ? paths.feedbackEntry(id) : paths.feedback()) + location.search)
  function moveTo(status: FeedbackStatus) {
    if (move.isPending || status === entry.status) return
    const before = entry.status
    const patch = { feedbackId: entry.id, withSimilar: similar }
    move.mutate(
      { ...patch, status },
      {
        onSuccess: () => {
          toast(`${statuses[status].label}: ${titleOf(entry)}`, {
            undo: () => move.mutate({ ...patch, status: before }),
            seconds: 8,
          })
          go(next)
        },
      },
    )
  }
  useShortcuts({ t: () => moveTo('triaged'), r: () => moveTo('resolved'), a: () => moveTo('archived') })
  const others = (Object.keys(verbs) as FeedbackStatus[]).filter(
    (status) => status !== entry.status && !shown(entry.status).includes(status),
  )
  return (
    <article className="detail" aria-label={titleOf(entry)}>
      <div className="row">
        <span className="narrow-only">
          <Link href={paths.feedback() + location.search}>{strings.detail.allReports}</Link>
        </span>
        <Status state="draft" icon={kinds[entry.kind].icon}>
          {kinds[entry.kind].label}
        </Status>
        <span className="muted" aria-hidden="true">
          ·
        </span>
        <Status state={statuses[entry.status].state}>{statuses[entry.status].label}</Status>
        <span className="row tight end">
          {shown(entry.status).map((status, place) => (
            <Button
              key={status}
              look={place === 0 ? 'primary' : 'plain'}
              shortcut={status === 'triaged' ? 'T' : 'R'}
              onClick={() => moveTo(status)}
            >
              {verbs[status]}
            </Button>
          ))}
          <Menu
            label={strings.detail.moreActions}
            look="quiet"
            iconOnly
            items={others.map((status) => ({
              label: verbs[status],
              onSelect: () => moveTo(status),
              shortcut: status === 'archived' ? 'A' : undefined,
            }))}
          >
            <Icon of={Ellipsis} />
          </Menu>
        </span>
      </div>
      {move.isError && <Failure error={move.error} />}
      <h2>{titleOf(entry)}</h2>
      <p className="max-w-(--measure) whitespace-pre-wrap break-words">{entry.message}</p>
      {entry.metadata && <JsonView value={entry.metadata} label={strings.detail.metadata} />}
      <Facts entry={entry} />
      <Group entry={entry} />
    </article>
  )
}

/** The status buttons, the most likely first. */
const shown = (status: FeedbackStatus): FeedbackStatus[] =>
  status === 'new' ? ['triaged', 'resolved'] : status === 'triaged' ? ['resolved'] : []

function Facts({ entry }: { entry: Entry }) {
  const agent = [entry.agentClient ?? strings.detail.unnamedAgent, entry.agentModel]
    .filter(Boolean)
    .join(', ')
  return (
    <dl className="facts">
      <dt>{strings.detail.reportedBy}</dt>
      <dd>{agent}</dd>
      {entry.toolVersion && (
        <>
          <dt>{strings.detail.version}</dt>
          <dd>{entry.toolVersion}</dd>
        </>
      )}
      {entry.contextUrl && (
        <>
          <dt>{strings.detail.url}</dt>
          <dd className="cut">
            <a href={entry.contextUrl} rel="noreferrer nofollow" target="_blank">
              {entry.contextUrl}
            </a>
          </dd>
        </>
      )}
      <dt>{strings.detail.sentVia}</dt>
      <dd>{{ mcp: 'MCP', api: 'API', sdk: 'SDK' }[entry.source]}</dd>
      <dt>{strings.detail.received}</dt>
      <dd>
        <Time at={entry.createdAt} />
      </dd>
    </dl>
  )
}

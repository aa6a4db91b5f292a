import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Status } from '../../kit/status.tsx'
import { ago } from '../../kit/time.tsx'
import { intervalInWords } from './intervals.ts'
import { WebhookStatus } from './webhook-status.tsx'

const columns: Column<Repository>[] = [
  {
    head: 'Repository',
    narrow: 'first',
    cell: ({ id, displayName }) => (
      <Link className="what" data-row="" href={paths.repository(id)}>
        {displayName}
      </Link>
    ),
  },
  {
    head: 'Branch',
    narrow: 'drop',
    muted: true,
    cell: ({ branch, defaultBranch }) => <span className="mono">{branch ?? defaultBranch}</span>,
  },
  { head: 'Webhook', narrow: 'second', cell: (repository) => <WebhookStatus repository={repository} /> },
  {
    head: 'Last delivery',
    narrow: 'full',
    muted: true,
    cell: ({ lastDeliveryAt }) =>
      lastDeliveryAt ? <LastDelivery at={lastDeliveryAt} /> : <span className="wide-only">None yet</span>,
  },
  { head: 'Polling', narrow: 'full', cell: (repository) => <Watched repository={repository} /> },
  {
    head: 'Action',
    hideHead: true,
    number: true,
    narrow: 'full',
    cell: (repository) => <WayOn {...repository} />,
  },
]

function LastDelivery({ at }: { at: string }) {
  return (
    <>
      <span className="narrow-only">Last delivery </span>
      {ago(at)}
    </>
  )
}

function Watched({ repository: { watchMinutes, watchProblem } }: { repository: Repository }) {
  if (watchMinutes === null) return <span className="muted wide-only">Off</span>
  if (watchProblem) return <Status state="bad">Poll failed</Status>
  return intervalInWords(watchMinutes)
}

/** The next step, if there is one. */
function WayOn({ id, provider, enabled, webhook, watchMinutes }: Repository) {
  if (provider === 'git' || !enabled) return null
  if (webhook === 'failing')
    return (
      <ButtonLink slim href={paths.repository(id)}>
        How to fix
      </ButtonLink>
    )
  if (webhook === 'working' || watchMinutes !== null) return null
  return (
    <ButtonLink slim href={paths.repository(id)}>
      Set up webhook
    </ButtonLink>
  )
}

/** The connected repositories, one per line. */
export function RepositoryTable({ repositories }: { repositories: Repository[] }) {
  return <DataTable caption="Repositories" columns={columns} rows={repositories} keyOf={({ id }) => id} />
}

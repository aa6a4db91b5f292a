import { Link } from 'wouter'
import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Status } from '../../kit/status.tsx'
import { ago } from '../../kit/time.tsx'
import { intervalInWords } from './intervals.ts'
import * as strings from './strings.ts'
import { WebhookStatus } from './webhook-status.tsx'

const columns: Column<Repository>[] = [
  {
    head: strings.repositoryTable.repositoryColumn,
    narrow: 'first',
    cell: ({ id, displayName }) => (
      <Link className="what" data-row="" href={paths.repository(id)}>
        {displayName}
      </Link>
    ),
  },
  {
    head: strings.repositoryTable.branchColumn,
    narrow: 'drop',
    muted: true,
    cell: ({ branch, defaultBranch }) => <span className="mono">{branch ?? defaultBranch}</span>,
  },
  {
    head: strings.repositoryTable.webhookColumn,
    narrow: 'second',
    cell: (repository) => <WebhookStatus repository={repository} />,
  },
  {
    head: strings.repositoryTable.lastDeliveryColumn,
    narrow: 'full',
    muted: true,
    cell: ({ lastDeliveryAt }) =>
      lastDeliveryAt ? (
        <LastDelivery at={lastDeliveryAt} />
      ) : (
        <span className="wide-only">{strings.repositoryTable.noneYet}</span>
      ),
  },
  {
    head: strings.repositoryTable.pollingColumn,
    narrow: 'full',
    cell: (repository) => <Watched repository={repository} />,
  },
  {
    head: strings.repositoryTable.actionColumn,
    hideHead: true,
    number: true,
    narrow: 'full',
    cell: (repository) => <WayOn {...repository} />,
  },
]

function LastDelivery({ at }: { at: string }) {
  return (
    <>
      <span className="narrow-only">{strings.repositoryTable.lastDelivery}</span>
      {ago(at)}
    </>
  )
}

function Watched({ repository: { watchMinutes, watchProblem } }: { repository: Repository }) {
  if (watchMinutes === null) return <span className="muted wide-only">{strings.repositoryTable.off}</span>
  if (watchProblem) return <Status state="bad">{strings.repositoryTable.pollFailed}</Status>
  return intervalInWords(watchMinutes)
}

/** The next step, if there is one. */
function WayOn({ id, provider, enabled, webhook, watchMinutes }: Repository) {
  if (provider === 'git' || !enabled) return null
  if (webhook === 'failing')
    return (
      <ButtonLink slim href={paths.repository(id)}>
        {strings.repositoryTable.howToFix}
      </ButtonLink>
    )
  if (webhook === 'working' || watchMinutes !== null) return null
  return (
    <ButtonLink slim href={paths.repository(id)}>
      {strings.repositoryTable.setUpWebhook}
    </ButtonLink>
  )
}

/** The connected repositories, one per line. */
export function RepositoryTable({ repositories }: { repositories: Repository[] }) {
  return (
    <DataTable
      caption={strings.repositoryTable.caption}
      columns={columns}
      rows={repositories}
      keyOf={({ id }) => id}
    />
  )
}

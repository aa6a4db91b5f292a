import type { Delivery } from '../../data/deliveries.ts'
import type { Repository } from '../../data/repositories.ts'
import { Button } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { LedTo } from './started-runs.tsx'
import { isReadByHerald, kinds, refOf, resultOf, whatOf } from './words.ts'

/** Deliveries, each of which expands below its row. */
export function DeliveryTable({
  deliveries,
  repositories,
  namesRepository,
  opened,
  onOpen,
}: {
  deliveries: Delivery[]
  repositories: Repository[]
  /** Whether a row names its repository. */
  namesRepository: boolean
  opened: string
  onOpen: (id: string) => void
}) {
  const repositoryOf = ({ integrationId }: Delivery) =>
    repositories.find(({ id }) => id === integrationId) ?? null
  const nameOf = (delivery: Delivery) => repositoryOf(delivery)?.displayName ?? 'Disconnected'
  const toggle = ({ id }: Delivery) => ({
    'aria-expanded': id === opened,
    'aria-controls': id === opened ? `${id}-detail` : undefined,
    onClick: () => onOpen(id === opened ? '' : id),
  })
  const columns: Column<Delivery>[] = [
    {
      head: 'Result',
      narrow: 'first',
      cell: (delivery) => {
        const { state, label } = kinds[resultOf(delivery)]
        return (
          <>
            <Status state={state}>{label}</Status>{' '}
            <span className="mono muted narrow-only">{delivery.statusCode}</span>
          </>
        )
      },
    },
    {
      head: 'Code',
      number: true,
      narrow: 'drop',
      cell: ({ statusCode }) => <span className="mono">{statusCode}</span>,
    },
    {
      head: 'Event',
      narrow: 'full',
      cell: (delivery) => (
        <button type="button" className="what" data-row="" {...toggle(delivery)}>
          {whatOf(delivery)}
          {isReadByHerald(delivery) && <span className="muted"> (read from GitHub)</span>}
          {namesRepository && <span className="narrow-only muted">{` in ${nameOf(delivery)}`}</span>}
        </button>
      ),
    },
    ...(namesRepository
      ? [{ head: 'Repository', narrow: 'drop', muted: true, cell: nameOf } satisfies Column<Delivery>]
      : []),
    {
      head: 'Ref',
      narrow: 'drop',
      muted: true,
      cell: (delivery) => <span className="mono">{refOf(delivery)}</span>,
    },
    {
      head: 'Time',
      number: true,
      muted: true,
      narrow: 'second',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      head: 'Runs',
      narrow: 'full',
      cell: (delivery) =>
        delivery.status === 'failed' ? (
          <Button slim {...toggle(delivery)}>
            How to fix
          </Button>
        ) : (
          <LedTo runs={delivery.runs} />
        ),
    },
  ]
  return (
    <DataTable
      caption="Deliveries"
      columns={columns}
      rows={deliveries}
      keyOf={({ id }) => id}
      below={(delivery) =>
        delivery.id === opened && (
          <div id={`${delivery.id}-detail`}>
            <DeliveryDetail delivery={delivery} repository={repositoryOf(delivery)} />
          </div>
        )
      }
    />
  )
}

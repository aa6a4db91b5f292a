import type { Delivery } from '../../data/deliveries.ts'
import type { Repository } from '../../data/repositories.ts'
import { Button } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { Status } from '../../kit/status.tsx'
import { Time } from '../../kit/time.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { LedTo } from './started-runs.tsx'
import * as strings from './strings.ts'
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
  const nameOf = (delivery: Delivery) =>
    repositoryOf(delivery)?.displayName ?? strings.deliveryTable.disconnected
  const toggle = ({ id }: Delivery) => ({
    'aria-expanded': id === opened,
    'aria-controls': id === opened ? `${id}-detail` : undefined,
    onClick: () => onOpen(id === opened ? '' : id),
  })
  const columns: Column<Delivery>[] = [
    {
      head: strings.deliveryTable.resultColumn,
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
      head: strings.deliveryTable.codeColumn,
      number: true,
      narrow: 'drop',
      cell: ({ statusCode }) => <span className="mono">{statusCode}</span>,
    },
    {
      head: strings.deliveryTable.eventColumn,
      narrow: 'full',
      cell: (delivery) => (
        <button type="button" className="what" data-row="" {...toggle(delivery)}>
          {whatOf(delivery)}
          {isReadByHerald(delivery) && <span className="muted">{strings.deliveryTable.readFromGitHub}</span>}
          {namesRepository && (
            <span className="narrow-only muted">{strings.deliveryTable.inRepository(nameOf(delivery))}</span>
          )}
        </button>
      ),
    },
    ...(namesRepository
      ? [
          {
            head: strings.deliveryTable.repositoryColumn,
            narrow: 'drop',
            muted: true,
            cell: nameOf,
          } satisfies Column<Delivery>,
        ]
      : []),
    {
      head: strings.deliveryTable.refColumn,
      narrow: 'drop',
      muted: true,
      cell: (delivery) => <span className="mono">{refOf(delivery)}</span>,
    },
    {
      head: strings.deliveryTable.timeColumn,
      number: true,
      muted: true,
      narrow: 'second',
      cell: ({ createdAt }) => <Time at={createdAt} />,
    },
    {
      head: strings.deliveryTable.runsColumn,
      narrow: 'full',
      cell: (delivery) =>
        delivery.status === 'failed' ? (
          <Button slim {...toggle(delivery)}>
            {strings.deliveryTable.howToFix}
          </Button>
        ) : (
          <LedTo runs={delivery.runs} />
        ),
    },
  ]
  return (
    <DataTable
      caption={strings.deliveryTable.caption}
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

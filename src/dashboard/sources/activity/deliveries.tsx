import { useDeliveries } from '../../data/deliveries.ts'
import { useQueryState } from '../../data/query-state.ts'
import { type Repository, useConnected } from '../../data/repositories.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { Pager } from '../../kit/pager.tsx'
import { CaughtUp } from './caught-up.tsx'
import { DeliveryFilters } from './delivery-filters.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import { type DeliveryFilter, useDeliveryFilter } from './filter.ts'
import { LatestTally } from './latest-tally.tsx'
import { NoDeliveries, NoMatch } from './no-deliveries.tsx'
import * as strings from './strings.ts'

/** The deliveries of one repository or of all: the tally of the latest, filters, and the list. */
export function Deliveries({ repository }: { repository?: Repository }) {
  const filter = useDeliveryFilter()
  const connected = useConnected()
  const integrationId = repository?.id ?? (filter.repositoryId || undefined)
  const latest = useDeliveries({ integrationId })
  const isShown = ({ id }: Repository) => !integrationId || id === integrationId
  return (
    <Loaded query={connected} rows={8}>
      {({ repositories }) => (
        <Loaded query={latest} rows={8}>
          {({ deliveries, pagination: { totalItems } }) =>
            totalItems === 0 && !filter.repositoryId ? (
              <>
                <CaughtUp repositories={repositories.filter(isShown)} />
                <NoDeliveries repository={repository ?? repositories[0]} />
              </>
            ) : (
              <section aria-label={strings.deliveries.deliveries}>
                <h2 className="sr">{strings.deliveries.deliveries}</h2>
                <CaughtUp repositories={repositories.filter(isShown)} />
                <LatestTally deliveries={deliveries} total={totalItems} />
                <DeliveryFilters filter={filter} repositories={repository ? [] : repositories} />
                <DeliveryList {...{ filter, integrationId, repositories }} />
              </section>
            )
          }
        </Loaded>
      )}
    </Loaded>
  )
}

function DeliveryList({
  filter,
  integrationId,
  repositories,
}: {
  filter: DeliveryFilter
  integrationId: string | undefined
  repositories: Repository[]
}) {
  const found = useDeliveries({ integrationId, ...filter.asked })
  const [opened, setOpened] = useQueryState('open')
  return (
    <Loaded query={found}>
      {({ deliveries, pagination }) =>
        deliveries.length === 0 ? (
          <NoMatch onClear={filter.clear} />
        ) : (
          <>
            <DeliveryTable
              deliveries={deliveries}
              repositories={repositories}
              namesRepository={!integrationId && repositories.length > 1}
              opened={opened}
              onOpen={setOpened}
            />
            <Pager pagination={pagination} noun={strings.deliveries.deliveriesNoun} onPage={filter.setPage} />
          </>
        )
      }
    </Loaded>
  )
}

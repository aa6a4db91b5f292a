import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import * as strings from './strings.ts'

/** The empty state without deliveries: set up a webhook, or connect a repository. */
export function NoDeliveries({ repository }: { repository: Repository | undefined }) {
  if (repository?.provider === 'git')
    return <Empty title={strings.noDeliveries.noDeliveriesYet}>{strings.noDeliveries.localText}</Empty>
  return (
    <Empty
      title={strings.noDeliveries.noDeliveriesYet}
      pending={24}
      actions={
        repository ? (
          <ButtonLink look="primary" href={paths.repository(repository.id)}>
            {strings.noDeliveries.setUpWebhook}
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            {strings.noDeliveries.connectRepository}
          </ButtonLink>
        )
      }
    >
      {strings.noDeliveries.emptyText}
    </Empty>
  )
}

/** The empty state of a filtered list. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title={strings.noDeliveries.noDeliveriesMatchTheseFilters}
      actions={<Button onClick={onClear}>{strings.noDeliveries.clearFilters}</Button>}
    />
  )
}

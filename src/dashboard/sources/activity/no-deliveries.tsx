import { paths } from '../../data/paths.ts'
import type { Repository } from '../../data/repositories.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'

/** The empty state without deliveries: set up a webhook, or connect a repository. */
export function NoDeliveries({ repository }: { repository: Repository | undefined }) {
  return (
    <Empty
      title="No deliveries yet"
      pending={24}
      actions={
        repository ? (
          <ButtonLink look="primary" href={paths.repository(repository.id)}>
            Set up webhook
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            Connect a repository
          </ButtonLink>
        )
      }
    >
      With a webhook, GitHub sends Herald each release, push and merged pull request.
    </Empty>
  )
}

/** The empty state of a filtered list. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty
      title="No deliveries match these filters"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    />
  )
}

import { Button, ButtonLink } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Tally } from '../parts/tally.tsx'
import { paths } from '../paths.ts'
import type { Repository } from '../repositories/queries.ts'

/** Nothing was delivered yet: what leads on is the webhook of a repository, or a repository. */
export function NoDeliveries({ repository }: { repository: Repository | undefined }) {
  return (
    <Empty
      title="No deliveries yet"
      draw={<Tally groups={[{ kind: 'wait', count: 24, label: 'to come' }]} noun="deliveries" />}
      actions={
        repository ? (
          <ButtonLink look="primary" href={paths.repository(repository.id)}>
            Set up the webhook
          </ButtonLink>
        ) : (
          <ButtonLink look="primary" href={`${paths.repositories()}?connect`}>
            Connect a repository
          </ButtonLink>
        )
      }
    >
      Once its webhook is set up, GitHub tells Herald of every release, push and merged pull request. Each of
      them is a line here, with what came of it.
    </Empty>
  )
}

/** There are deliveries, but none that the filters let through. */
export function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <Empty title="No delivery is like that" actions={<Button onClick={onClear}>Clear the filters</Button>} />
  )
}

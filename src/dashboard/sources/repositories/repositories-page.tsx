import { useAsked } from '../../data/query-state.ts'
import { type Repository, useConnected } from '../../data/repositories.ts'
import { Restricted } from '../../data/restricted.tsx'
import { Button } from '../../kit/button.tsx'
import { Empty } from '../../kit/empty.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tally } from '../../kit/tally.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { RepositoryTable } from './repository-table.tsx'
import { Trackers } from './trackers.tsx'

/** The connected repositories and trackers. */
export function RepositoriesPage() {
  const connected = useConnected()
  const [isAsked, ask] = useAsked('connect')
  const repositories = connected.data?.repositories ?? []
  return (
    <>
      <PageHead title="Repositories" sub={connected.data && describe(repositories)} manual="repositories">
        {repositories.length > 0 && <ConnectButton onClick={() => ask(true)} />}
      </PageHead>
      <Loaded query={connected} rows={4}>
        {({ trackers, trackerKinds }) => (
          <>
            {repositories.length > 0 ? (
              <RepositoryTable repositories={repositories} />
            ) : (
              <NoRepository onConnect={() => ask(true)} />
            )}
            <Trackers trackers={trackers} kinds={trackerKinds} />
          </>
        )}
      </Loaded>
      {isAsked && <ConnectDialog onClose={() => ask(false)} />}
    </>
  )
}

function ConnectButton({ onClick }: { onClick: () => void }) {
  return (
    <Restricted to="admin" className="row">
      <Button look="primary" onClick={onClick}>
        Connect a repository
      </Button>
    </Restricted>
  )
}

function NoRepository({ onConnect }: { onConnect: () => void }) {
  return (
    <Empty
      title="No repositories connected"
      draw={<Tally groups={[{ kind: 'wait', count: 24, label: 'to come' }]} noun="changes" />}
      actions={<ConnectButton onClick={onConnect} />}
    >
      Herald reads commits, pull requests and releases from connected repositories.
    </Empty>
  )
}

/** The status of the webhooks, in a sentence. */
function describe(repositories: Repository[]): string {
  const failing = repositories.filter(({ enabled, webhook }) => enabled && webhook === 'failing')
  const [first] = failing
  if (first && failing.length === 1) return `The webhook of ${first.displayName} is failing.`
  if (first) return `${failing.length} webhooks are failing.`
  return 'Connected repositories and webhooks.'
}

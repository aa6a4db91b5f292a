import { useAsked } from '../../data/query-state.ts'
import { type Repository, useConnected } from '../../data/repositories.ts'
import { Restricted } from '../../data/restricted.tsx'
import { Button } from '../../kit/button.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { GitHubApp } from './github-app.tsx'
import { RepositoryTable } from './repository-table.tsx'
import * as strings from './strings.ts'
import { Trackers } from './trackers.tsx'

/** The connected repositories and trackers. */
export function RepositoriesPage() {
  const connected = useConnected()
  const [isAsked, ask] = useAsked('connect')
  return (
    <>
      <ListPage
        title={strings.repositoriesPage.title}
        sub={connected.data && describe(connected.data.repositories)}
        manual="repositories"
        query={connected}
        isEmpty={({ repositories }) => repositories.length === 0}
        empty={{
          title: strings.repositoriesPage.noRepositoriesConnected,
          pending: 24,
          children: strings.repositoriesPage.emptyText,
        }}
        action={
          <Restricted to="admin" className="row">
            <Button look="primary" onClick={() => ask(true)}>
              {strings.repositoriesPage.connectRepository}
            </Button>
          </Restricted>
        }
        below={({ trackers, trackerKinds }) => (
          <>
            <GitHubApp />
            <Trackers trackers={trackers} kinds={trackerKinds} />
          </>
        )}
      >
        {({ repositories }) => <RepositoryTable repositories={repositories} />}
      </ListPage>
      {isAsked && <ConnectDialog onClose={() => ask(false)} />}
    </>
  )
}

/** The status of the webhooks, in a sentence. */
function describe(repositories: Repository[]): string {
  const failing = repositories.filter(({ enabled, webhook }) => enabled && webhook === 'failing')
  const [first] = failing
  if (first && failing.length === 1) return strings.repositoriesPage.webhookOfIsFailing(first.displayName)
  if (first) return strings.repositoriesPage.webhooksAreFailing(failing.length)
  return strings.repositoriesPage.subtitle
}
